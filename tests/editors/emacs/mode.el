;;; mode.el --- The mode alone, without a server -*- lexical-binding: t; -*-

(require 'support)
(require 'package)
(require 'treesit)
(require 'imenu)
(require 'outline)
(package-initialize)

(defun faces (text)
  "The words of TEXT with their faces, as `sgg-mode' colours it."
  (with-temp-buffer
    (insert text)
    (sgg-mode)
    ;; Without a tree, the sign that starts a comment has a face of its own, which looks the same.
    (setq-local font-lock-comment-delimiter-face 'font-lock-comment-face)
    (font-lock-ensure)
    (let (faces (at (point-min)))
      (while (< at (point-max))
        (let* ((face (get-text-property at 'face))
               (end (next-single-property-change at 'face nil (point-max)))
               (word (string-trim (buffer-substring-no-properties at end))))
          (when (and face (not (string-empty-p word)))
            (push (list word (intern (string-remove-prefix
                                      "font-lock-"
                                      (symbol-name (if (consp face) (car face) face)))))
                  faces))
          (setq at end)))
      (nreverse faces))))

(defun check-colours (how)
  "The colours, HOW they come about."
  (check (concat "colours of headers, " how)
         (faces "game dag \"a \\\"title\\\" # no comment\" # one\n  round \"r\"\n")
         '(("game" keyword-face) ("dag" type-face)
           ("\"a \\\"title\\\" # no comment\"" string-face) ("# one" comment-face)
           ("round" keyword-face) ("\"r\"" string-face)))
  (check (concat "an arrow makes a name of a keyword, " how)
         (faces "  stones -> k k\n  k.1 -- stones'\n")
         '(("->" operator-face) ("--" operator-face)))
  (check (concat "colours of statements, " how)
         (faces "  stones a=3 \"b c\" *=w\n  expect first\n  expect value w^2*3 + 4\n")
         '(("stones" keyword-face) ("=" operator-face) ("3" number-face)
           ("*=" operator-face)
           ("expect" keyword-face) ("first" keyword-face)
           ("expect" keyword-face) ("value" keyword-face) ("w" number-face) ("^" operator-face)
           ("2" number-face) ("*" operator-face) ("3" number-face) ("+" operator-face)
           ("4" number-face)))
  (check (concat "a string that does not end harms its line alone, " how)
         (faces "game dag \"open\\\nstones 1\n")
         '(("game" keyword-face) ("dag" type-face) ("\"open\\" string-face)
           ("stones" keyword-face))))

(defun indented (text)
  "TEXT with every line indented."
  (with-temp-buffer
    (insert text)
    (sgg-mode)
    (let ((inhibit-message t)) (indent-region (point-min) (point-max)))
    (buffer-string)))

(defun check-indentation ()
  "Indentation is that of `sgg fmt'."
  (dolist (name '("tour.sgg" "traps.sgg" "loopy.sgg" "uva12163.sgg"))
    (let ((text (test-example name)))
      (check (concat "indentation: " name " stays") (indented text) text)
      (check (concat "indentation: " name " without any becomes itself")
             (indented (replace-regexp-in-string "^ +" "" text)) text)))
  (with-temp-buffer
    (sgg-mode)
    (electric-indent-mode 1)
    (dolist (word '("game dag" "a -> b" "round" "stones a"))
      (insert word)
      (call-interactively #'newline))
    (insert "x")
    (check "indentation while one types" (buffer-string)
           "game dag\n  a -> b\n  round\n    stones a\n    x")))

(defun check-motion ()
  "Motion, imenu and comments."
  (with-temp-buffer
    (insert (test-example "tour.sgg"))
    (sgg-mode)
    (test-go "stones b c")
    (beginning-of-defun)
    (check "to the start of a game" (looking-at-p "game loopy"))
    (end-of-defun)
    (beginning-of-defun)
    (check "and past its end and back" (looking-at-p "game loopy"))
    (check "imenu knows games and rounds"
           (seq-take (mapcar #'car (seq-remove (lambda (entry) (equal (car entry) "*Rescan*"))
                                               (funcall imenu-create-index-function)))
                     3)
           '("game dag \"Games Are Important, sample 2\"" "game loopy \"round and round\""
             "round \"nobody can force a win\""))
    (test-go "stones b c")
    (comment-line 1)
    (test-go "# stones b c")
    (check "a line becomes a comment" (current-indentation) 4)))

(defun check-named ()
  "Nodes that are called as headers are."
  (with-temp-buffer
    (insert "game dag \"one\"\n  game -> a\n  round -- b\n  round.1 -> c\n  round -\n  game\n  x -> "
            (make-string 1000000 ?y) "\n")
    (sgg-mode)
    (let ((headers '("game dag \"one\"" "round -" "game")))
      (check "an arrow makes a node of a header: imenu"
             (mapcar #'car (seq-remove (lambda (entry) (equal (car entry) "*Rescan*"))
                                       (funcall imenu-create-index-function)))
             headers)
      (outline-minor-mode 1)
      (let (seen)
        (goto-char (point-max))
        (while (ignore-errors (outline-previous-heading))
          (push (string-trim (buffer-substring (pos-bol) (pos-eol))) seen))
        (check "outline" seen headers)))
    (test-go "round.1")
    (beginning-of-defun)
    (check "the start of a game" (line-number-at-pos) 1)
    (end-of-defun)
    (check "and its end" (line-number-at-pos) 6)
    (end-of-line)
    (beginning-of-defun)
    (check "the start of the game whose header point stands in" (line-number-at-pos) 6)
    (goto-char (point-min))
    (beginning-of-defun -1)
    (check "the next game" (line-number-at-pos) 6)))

(defun check-mode ()
  "All of it."
  (check "a .sgg file has its mode" (assoc-default "a.sgg" auto-mode-alist #'string-match) 'sgg-mode)
  (require 'sgg-mode)
  (check "the parser can be had" (treesit-ready-p 'sgg t))
  (setq treesit-font-lock-level 4)
  (check-colours "from tree-sitter")
  (setq sgg-use-tree-sitter nil)
  (check-colours "without tree-sitter")
  (check-indentation)
  (check-motion)
  (check-named))

(test-run "mode" #'check-mode)

;;; mode.el ends here
