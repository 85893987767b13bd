;;; with-lsp.el --- What a person sees with lsp-mode -*- lexical-binding: t; -*-

(require 'support)
(require 'package)

(setq lsp-auto-guess-root t
      lsp-session-file (concat test-out "lsp-session")
      lsp-restart 'ignore
      lsp-headerline-breadcrumb-enable nil
      lsp-diagnostics-provider :flymake
      inhibit-startup-screen t)
(package-initialize)
(require 'lsp-mode)
(require 'sgg-mode)
(add-hook 'sgg-mode-hook #'lsp)

(defun press-lens (words)
  "Press the lens that says WORDS, as the mouse does."
  (call-interactively
   (or (seq-some (lambda (overlay)
                   (let* ((text (or (overlay-get overlay 'after-string) ""))
                          (at (string-search words text))
                          (keys (and at (get-text-property at 'local-map text))))
                     (and keys (lookup-key keys [mouse-1]))))
                 (overlays-in (point-min) (point-max)))
       (error "No lens says %s" words))))

(defun check-commands ()
  "What the server's commands ask the editor to do arrives."
  (check-accepting)
  (sgg-solve)
  (test-replace "value 1" "value 3")
  (check-shown "a lens offers to accept" "accept")
  (press-lens "accept")
  (check-text "and does it"
              "game dag\n  0 -> 1\n  stones 0\n  expect first\n  expect value 1\n")
  (sgg-accept)
  (check-until "where all holds, it is said"
               (lambda () (string-search "sgg: nothing to accept: every expectation here holds\n"
                                             (test-messages)))
               #'test-messages))

(defun check-actions ()
  "A quick fix, and the page of a code."
  (test-file "action.sgg" "game dag\n  a -> b\n  a -> b\n  stones a\n")
  (check-told "an arc that is said twice is told" 3 "said before")
  (test-go "  a -> b\n  stones")
  (forward-char 2)
  (let ((action (lambda (words)
                  (or (seq-find (lambda (action)
                                  (string-search words (lsp:code-action-title action)))
                                (lsp-code-actions-at-point))
                      (error "No code action says %s" words)))))
    (lsp-execute-code-action (funcall action "Explain"))
    (check-until "a code is explained"
                 (lambda () (string-search "sgg explain duplicate-edge" (test-messages)))
                 #'test-messages)
    (lsp-execute-code-action (funcall action "emove"))
    (check-text "a quick fix takes it away" "game dag\n  a -> b\n  stones a\n")))

(defun check-names ()
  "Completion, renaming, and the way to a node."
  (test-file "names.sgg" "game dag\n  source -> sink\n  sink -> end\n  stones so\ngame dag\n  sink ->\n")
  (check-shown "a file with names" "source:0 -> sink:1")
  (test-go "stones so" t)
  (completion-at-point)
  ;; lsp-mode completes nothing by itself, not even where there is one choice.
  (minibuffer-next-completion)
  (minibuffer-choose-completion)
  (check "a name is completed" (thing-at-point 'line t) "  stones source\n")
  (test-go "sink -> end")
  (lsp-rename "hub")
  (check "a node is renamed in its game, and in no other" (buffer-string)
         "game dag\n  source -> hub\n  hub -> end\n  stones source\ngame dag\n  sink ->\n")
  (test-go "stones source")
  (goto-char (match-end 0))
  (backward-char)
  (lsp-find-definition)
  (check "to where a node is first mentioned" (line-number-at-pos) 2))

(defun check-late-values ()
  "Values that come without an edit: lsp-mode must be told to ask for them."
  (let ((sgg-settings '(:solve (:when "manual"))))
    (sgg-restart)
    (check-until "a server that solves when it is asked to"
                 (lambda () (and (lsp-workspaces)
                                 (eq (lsp--workspace-status (car (lsp-workspaces))) 'initialized))))
    (test-file "late.sgg" "game dag\n  0 -> 1\n  stones 0\n")
    (check-shown "nothing is solved yet" "not solved")
    (sgg-solve)
    (check-shown "solved, the values are shown" "0:1 -> 1:0" "First wins")))

(defun check-lsp ()
  "All of it."
  (test-file "tour.sgg" (test-example "tour.sgg"))
  (check-until "the server runs" #'lsp-workspaces)
  (check-shown "values stand behind the nodes" "0:3 -> 1:0 2:1 4:2" "a:inf{} -> b:inf{1} -> a")
  (check-shown "who wins: a lens, which lsp-mode puts at the end of the line" "Second wins · 3 ⊕ 1 ⊕ 2 = 0 · as expected" "Draw")
  (test-keep "lsp")
  (check "and not a hint as well"
         (length (seq-filter (lambda (line) (string-search "Second wins" line))
                             (split-string (test-shown) "\\(?:· as expected\\|\n\\)")))
         1)
  (test-file "wrong.sgg" "game dag \"wrong\"\n  0 -> 1 2\n  2 -> 3\n  stones 0\n  expect second\n")
  (check-told "an expectation that fails is told" 5 "First wins")
  (test-keep "lsp-wrong")
  (test-replace "expect second" "expect first")
  (check-until "mended, nothing is wrong" (lambda () (null (problems)))
               (lambda () (format "%S" (problems))))
  (test-file "format.sgg" "game   dag\n0->1    2\n     stones   0\n")
  (check-shown "values of a file in no style" "0:1->1:0    2:0")
  (lsp-format-buffer)
  (check "formatting" (buffer-string) "game dag\n  0 -> 1 2\n  stones 0\n")
  (check-commands)
  (check-actions)
  (check-names)
  (test-file "hide.sgg" "game dag\n  0 -> 1\n  stones 0\n")
  (check-shown "a game with its value" "0:1 -> 1:0" "First wins")
  (sgg-toggle-reveal)
  (check-until "values and verdict are hidden"
               (lambda () (not (or (test-sees "First wins") (test-sees "0:1")))))
  (sgg-toggle-reveal)
  (check-shown "and shown again" "0:1 -> 1:0" "First wins")
  (check-late-values))

(test-run "with-lsp" #'check-lsp)

;;; with-lsp.el ends here
