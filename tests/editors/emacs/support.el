;;; support.el --- What the tests in Emacs share -*- lexical-binding: t; -*-

;; Nothing waits for a time: `check-until' waits for what is to be seen.

(require 'flymake)

(defconst test-directory (file-name-directory (or load-file-name buffer-file-name)))
(defconst test-out (file-name-as-directory (getenv "OUT")))
(defconst test-root (expand-file-name "../../../" test-directory))
(defconst test-patience-s 30)
(defvar test-checks 0)
(defvar test-lines nil "What has been told, newest first.")

(defun test-say (format &rest arguments)
  "Keep a line for the end; FORMAT and ARGUMENTS are `format's."
  (push (apply #'format format arguments) test-lines))

(defun check (what value &rest wanted)
  "Fail unless VALUE is WANTED, or true where nothing is wanted; WHAT it is about."
  (unless (if wanted (equal value (car wanted)) value)
    (error "%s: %S is wanted, %S is there" what (if wanted (car wanted) t) value))
  (setq test-checks (1+ test-checks))
  (test-say "  ok  %s" what))

(defun test-idle ()
  "Let Emacs wait for a key for 0.8 s.
Eglot tells of changes, and colours follow, when nobody has touched a key for
half a second; and Emacs counts only where it waits without a time limit."
  (run-with-timer 0.8 nil (lambda () (push 'test-idle unread-command-events)))
  (read-event))

(defun check-until (what look &optional seen)
  "Wait until LOOK gives true; WHAT is the wait for, SEEN tells what was there."
  (let ((until (+ (float-time) test-patience-s))
        found)
    (while (not (setq found (funcall look)))
      (when (> (float-time) until)
        (error "%s: not within %s s; seen:\n%s" what test-patience-s
               (if seen (funcall seen) (test-shown))))
      (if noninteractive (accept-process-output nil 0.05) (test-idle)))
    (setq test-checks (1+ test-checks))
    (test-say "  ok  %s" what)
    found))

(defun test-shown ()
  "The buffer's text with what overlays add to it."
  (save-excursion
    (let ((text "") (at (point-min)) strings)
      (dolist (overlay (overlays-in (point-min) (point-max)))
        (let ((before (overlay-get overlay 'before-string))
              (after (overlay-get overlay 'after-string)))
          (when before (push (list (overlay-start overlay) before) strings))
          (when after (push (list (overlay-end overlay) after) strings))))
      (dolist (string (sort strings (lambda (a b) (< (car a) (car b)))))
        (setq text (concat text (buffer-substring-no-properties at (car string))
                           (substring-no-properties (cadr string)))
              at (car string)))
      (concat text (buffer-substring-no-properties at (point-max))))))

(defun test-sees (&rest wanted)
  "Does the buffer, as it is shown, hold all of WANTED?"
  (let ((shown (test-shown)))
    (seq-every-p (lambda (text) (string-search text shown)) wanted)))

(defun test-file (name text)
  "Write TEXT into a file called NAME and visit it."
  (let ((file (expand-file-name name (getenv "HOME"))))
    (write-region text nil file nil 'quiet)
    (find-file file)
    (switch-to-buffer (current-buffer))
    ;; Eglot starts behind the command that visits a file; nobody gives one here.
    (run-hooks 'post-command-hook)))

(defun test-example (name)
  "The text of the example NAME."
  (with-temp-buffer
    (insert-file-contents (expand-file-name (concat "grammar/examples/" name) test-root))
    (buffer-string)))

(defun test-go (text &optional to-end)
  "Move to the first TEXT, to its end with TO-END."
  (goto-char (point-min))
  (search-forward text)
  (unless to-end (goto-char (match-beginning 0))))

(defun test-replace (from to)
  "Write TO where the first FROM stands."
  (test-go from)
  (delete-region (match-beginning 0) (match-end 0))
  (insert to))

(defun test-messages ()
  "What Emacs has said."
  (with-current-buffer "*Messages*" (buffer-string)))

(defun test-keep (name)
  "Leave the screen, to be looked at as NAME."
  (redisplay t)
  (unless noninteractive
    (call-process "tmux" nil (list :file (format "%semacs-%s.txt" test-out name)) nil
                  "capture-pane" "-p")))

(defun problems ()
  "What flymake marks, as (LINE TEXT)."
  (mapcar (lambda (problem)
            (list (line-number-at-pos (flymake-diagnostic-beg problem))
                  (flymake-diagnostic-text problem)))
          (flymake-diagnostics)))

(defun told (line &rest words)
  "Does a problem of LINE say all WORDS?"
  (seq-some (lambda (problem)
              (and (= (car problem) line)
                   (seq-every-p (lambda (word) (string-search word (cadr problem))) words)))
            (problems)))

(defun check-told (what line &rest words)
  "Wait for a problem of LINE that says WORDS; WHAT it is about."
  (check-until what (lambda () (apply #'told line words))
               (lambda () (format "%S\n%s" (problems) (test-shown)))))

(defun check-shown (what &rest wanted)
  "Wait until all WANTED are shown; WHAT they are."
  (check-until what (lambda () (apply #'test-sees wanted))))

(defun check-text (what text)
  "Wait until the buffer is TEXT; WHAT it is about."
  (check-until what (lambda () (equal (buffer-string) text)) #'buffer-string))

(defun check-accepting ()
  "What holds is written: on one line, and in the rest of the file."
  (test-file "accept.sgg" "game dag\n  0 -> 1\n  stones 0\n  expect second\n  expect value 7\n")
  (check-told "an expectation that fails is told" 4 "First wins")
  (test-go "expect second")
  (sgg-accept)
  (check-text "accept writes what holds on its line"
              "game dag\n  0 -> 1\n  stones 0\n  expect first\n  expect value 7\n")
  (sgg-accept-all)
  (check-text "accept all writes the rest"
              "game dag\n  0 -> 1\n  stones 0\n  expect first\n  expect value 1\n")
  (check-until "and then nothing is wrong" (lambda () (null (problems)))
               (lambda () (format "%S" (problems)))))

(defun test-run (name test)
  "Run TEST, write what it told into the file NAME, and end Emacs."
  (let ((code 0) (kill-emacs-hook nil))
    (condition-case problem
        (funcall test)
      ((error quit)
       (setq code 1)
       (test-say "  FAILED  %s" (error-message-string problem))
       (when (get-buffer "*Messages*")
         (test-say "  messages end:\n%s"
                   (with-current-buffer "*Messages*"
                     (buffer-substring (max (point-min) (- (point-max) 3000)) (point-max)))))))
    (test-say "  %d checks in %s" test-checks name)
    (write-region (concat (mapconcat #'identity (nreverse test-lines) "\n") "\n")
                  nil (concat test-out name ".said") nil 'quiet)
    (write-region (format "%d\n" code) nil (concat test-out name ".code") nil 'quiet)
    (kill-emacs code)))

(provide 'support)

;;; support.el ends here
