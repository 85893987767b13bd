;;; with-eglot.el --- What a person sees with Eglot -*- lexical-binding: t; -*-

(require 'support)

(defun check-tour ()
  "The tour as it opens."
  (test-file "tour.sgg" (test-example "tour.sgg"))
  (check-until "the init file's line starts the server" #'eglot-managed-p)
  (check-shown "values stand behind the nodes" "0:3 -> 1:0 2:1 4:2" "4 -> 3 5:1"
               "a:inf{} -> b:inf{1} -> a" "\"left foot\":3 \"right foot\":0 -- hip:3")
  (check-shown "who wins stands at the end of the line: there is no lens"
               "game dag \"Games Are Important, sample 2\" Second wins · 3 ⊕ 1 ⊕ 2 = 0 · as expected\n"
               "round \"nobody can force a win\" Draw")
  (check "the tour is clean" (problems) nil)
  (test-keep "eglot")
  (test-go "4 -> 3 5")
  (let ((said (hover-text)))
    (check "what is told of a node" (and (string-search "N-position" said)
                                         (string-search "mex{0, 1} = 2" said)))))

(defun hover-text ()
  "What the server tells of the place at point."
  (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover
                                (list :textDocument (eglot--TextDocumentIdentifier)
                                      :position (eglot--pos-to-lsp-position)))))
    (plist-get (plist-get hover :contents) :value)))

(defun check-edits ()
  "What changes while one types."
  (test-file "wrong.sgg" "game dag \"wrong\"\n  0 -> 1 2\n  2 -> 3\n  stones 0\n  expect second\n")
  (check-told "an expectation that fails is told" 5 "First wins")
  (check-shown "and who wins" "game dag \"wrong\" First wins" "0:2 -> 1:0 2:1")
  (test-keep "eglot-wrong")
  (test-go "2 -> 3" t)
  (insert "\n  3 -> 0")
  (check-told "a cycle is told" 4 "cycle")
  (check-shown "values and the verdict above an edit change with it" "0:? -> 1:0 2:?" "cycle")
  (test-keep "eglot-cycle")
  (test-replace "\n  3 -> 0" "")
  (check-shown "and are back" "0:2 -> 1:0 2:1" "First wins"))

(defun check-commands ()
  "The commands of the mode, and code actions."
  (check-accepting)
  (check "where all holds, it is said"
         (condition-case problem (sgg-accept) (user-error (error-message-string problem)))
         "sgg: nothing to accept: every expectation here holds")
  (sgg-solve)
  (test-file "action.sgg" "game dag\n  a -> b\n  a -> b\n  stones a\n")
  (check-told "an arc that is said twice is told" 3 "said before")
  (test-go "  a -> b\n  stones")
  (goto-char (pos-eol))
  (search-backward "a")
  (let ((removal (seq-find (lambda (action) (string-search "remove" (plist-get action :title)))
                           (eglot-code-actions (pos-bol) (pos-eol) "quickfix"))))
    (check "quick fixes are offered" (and removal t))
    (eglot-execute (eglot-current-server) removal))
  (check-text "a quick fix takes it away" "game dag\n  a -> b\n  stones a\n"))

(defun check-names ()
  "Completion, renaming, the way to a node and all its mentions."
  (test-file "names.sgg" "game dag\n  source -> sink\n  sink -> end\n  stones so\ngame dag\n  sink ->\n")
  (check-shown "a file with names" "source:0 -> sink:1")
  (test-go "stones so" t)
  (let* ((capf (eglot-completion-at-point))
         (names (all-completions "so" (nth 2 capf))))
    (check "names are offered" (mapcar #'string-trim names) '("source")))
  (completion-at-point)
  (check "and taken" (thing-at-point 'line t) "  stones source\n")
  (test-go "sink -> end")
  (eglot-rename "hub")
  (check "a node is renamed in its game, and in no other" (buffer-string)
         "game dag\n  source -> hub\n  hub -> end\n  stones source\ngame dag\n  sink ->\n")
  (test-go "stones source")
  (goto-char (match-end 0))
  (backward-char)
  (xref-find-definitions (thing-at-point 'symbol))
  (check "to where a node is first mentioned" (line-number-at-pos) 2))

(defun check-formatting ()
  "`eglot-format'."
  (test-file "format.sgg" "game   dag\n0->1    2\n     stones   0 # a comment\n")
  (check-shown "values of a file in no style" "0:1->1:0    2:0")
  (eglot-format-buffer)
  (check "formatting" (buffer-string) "game dag\n  0 -> 1 2\n  stones 0 # a comment\n"))

(defun check-hiding ()
  "Hiding and showing values: for teaching."
  (test-file "hide.sgg" "game dag\n  0 -> 1\n  stones 0\n")
  (check-shown "a game with its value" "0:1 -> 1:0" "First wins")
  (sgg-toggle-reveal)
  (check-until "values and verdict are hidden"
               (lambda () (not (or (test-sees "First wins") (test-sees "0:1")))))
  (sgg-toggle-reveal)
  (check-shown "and shown again" "0:1 -> 1:0" "First wins"))

(defun check-late-values ()
  "Values that come without an edit: Eglot must be told to ask for them."
  (let ((sgg-settings '(:solve (:when "manual"))))
    (sgg-restart)
    (test-file "late.sgg" "game dag\n  0 -> 1\n  stones 0\n")
    (check-until "a server that solves when it is asked to" #'eglot-managed-p)
    (check-shown "nothing is solved yet" "game dag not solved")
    (sgg-solve)
    (check-shown "solved, the values are shown" "0:1 -> 1:0" "First wins"))
  (sgg-restart))

(defun check-eglot ()
  "All of it."
  (check-tour)
  (check-edits)
  (check-commands)
  (check-names)
  (check-formatting)
  (check-hiding)
  (check-late-values)
  (with-current-buffer "*Messages*"
    (check "no warning has been given"
           (string-match-p "Warning\\|Error\\|unknown notification" (buffer-string)) nil)))

(test-run "with-eglot" #'check-eglot)

;;; with-eglot.el ends here
