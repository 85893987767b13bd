;;; with-lsp.el --- What a person sees with lsp-mode -*- lexical-binding: t; -*-

(require 'support)
(require 'flymake)
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

(defun problems ()
  "The lines and texts that flymake marks."
  (mapcar (lambda (problem)
            (list (line-number-at-pos (flymake-diagnostic-beg problem))
                  (flymake-diagnostic-text problem)))
          (flymake-diagnostics)))

(defun check-shown (what &rest wanted)
  "Wait until all WANTED are shown; WHAT they are."
  (check-until what (lambda () (apply #'test-sees wanted))))

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
  (check-until "an expectation that fails is told"
               (lambda () (seq-some (lambda (problem)
                                      (and (= (car problem) 5)
                                           (string-search "First wins" (cadr problem))))
                                    (problems)))
               (lambda () (format "%S\n%s" (problems) (test-shown))))
  (test-keep "lsp-wrong")
  (test-replace "expect second" "expect first")
  (check-until "mended, nothing is wrong" (lambda () (null (problems)))
               (lambda () (format "%S" (problems))))
  (test-file "format.sgg" "game   dag\n0->1    2\n     stones   0\n")
  (check-shown "values of a file in no style" "0:1->1:0    2:0")
  (lsp-format-buffer)
  (check "formatting" (buffer-string) "game dag\n  0 -> 1 2\n  stones 0\n")
  (sgg-toggle-reveal)
  (check-until "values and verdict are hidden"
               (lambda () (not (or (test-sees "First wins") (test-sees "0:1")))))
  (sgg-toggle-reveal)
  (check-shown "and shown again" "First wins"))

(test-run "with-lsp" #'check-lsp)

;;; with-lsp.el ends here
