;;; sgg-mode.el --- Games on graphs: Grundy values while you type -*- lexical-binding: t; -*-

;; Copyright (C) the authors of sgg

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages, games, tools
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode for `.sgg' files, a small text format for combinatorial games
;; on graphs: colours, indentation, comments, imenu, and the language server
;; `sgg lsp' through Eglot or lsp-mode, which shows every node's Grundy value,
;; who wins, and what is wrong.
;;
;;     (add-hook 'sgg-mode-hook #'eglot-ensure)   ; or: #'lsp-deferred
;;
;; Where Emacs knows tree-sitter and its parser for sgg is installed, colours
;; come from there.

;;; Code:

(require 'cl-lib)
(require 'easymenu)
(require 'seq)

(defgroup sgg nil
  "Combinatorial games on graphs."
  :group 'languages
  :prefix "sgg-")

(defcustom sgg-program nil
  "The program `sgg', or nil to look for it.
It is looked for in the variable `exec-path' and then where Cargo installs
programs: an Emacs that was not started from a terminal may not know these."
  :type '(choice (const :tag "Look for it" nil) file))

(defcustom sgg-settings nil
  "Settings of the language server, as a property list.
Their names are those of sgg's README, for example
\(:inlayHints (:nodes \"all\") :solve (:budget 1000000)).  No is
`:json-false'."
  :type 'plist
  :safe #'listp)

(defcustom sgg-use-tree-sitter t
  "Whether tree-sitter gives the colours where its parser for sgg is installed."
  :type 'boolean)

(defvar sgg--hidden nil
  "Whether values, verdicts and explanations are hidden: for teaching.")

;;;; Reading a line.  How one is read depends on that line alone.

(defun sgg--line-regexp (&rest words)
  "A regexp for lines that begin with one of WORDS.
Not for those where an arrow makes a node's name of the word, as in `game -> a'.
Its groups are what stands in the line, and the word."
  (concat "^[ \t]*\\(\\(" (regexp-opt words) "\\)\\_>"
          "[ \t]*\\(?:[^ \t\n-].*\\|-\\(?:[^->\n].*\\)?\\)?\\)$"))

(defconst sgg--header-regexp (sgg--line-regexp "game" "round")
  "A line that starts a game or a round.")

(defconst sgg--game-regexp (sgg--line-regexp "game")
  "A line that starts a game.")

(defconst sgg--keyword-regexp
  (sgg--line-regexp "game" "round" "nodes" "ground" "k" "stones" "expect")
  "A line whose first word says what the statement is.")

(defun sgg--header ()
  "The word that this line is the header of, `game' or `round'; or nil."
  (save-excursion
    (beginning-of-line)
    (and (looking-at sgg--header-regexp)
         (match-string-no-properties 2))))

(defun sgg--header-above ()
  "The word of the header that this line stands under; or nil.
Looks far, not for ever: a game may have a million lines."
  (save-excursion
    (let ((bound (max (point-min) (- (point) 1000000)))
          found)
      (beginning-of-line)
      (when (re-search-backward sgg--header-regexp bound t)
        (setq found (match-string-no-properties 2)))
      found)))

(defun sgg--syntax-propertize (start end)
  "Mark the strings between START and END: none reaches beyond its line."
  (goto-char start)
  (while (re-search-forward "[\"#]" end t)
    (if (eq (char-before) ?#)
        (end-of-line)
      (let ((open (1- (point))))
        (while (progn (skip-chars-forward "^\"\\\\\n" end)
                      (eq (char-after) ?\\))
          (if (looking-at-p "\\\\[\"\\\\]")
              (forward-char 2)
            ;; Escapes nothing: it must not hide the end of the line.
            (put-text-property (point) (1+ (point)) 'syntax-table '(1))
            (forward-char)))
        (put-text-property open (1+ open) 'syntax-table '(15))
        (unless (eobp)
          (put-text-property (point) (1+ (point)) 'syntax-table '(15))
          (forward-char))))))

(defvar sgg-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\r ">" table)
    ;; Strings are marked one by one, see `sgg--syntax-propertize'.
    (modify-syntax-entry ?\" "." table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?. "_" table)
    (modify-syntax-entry ?' "_" table)
    (dolist (sign '(?- ?> ?= ?* ?^ ?+ ?,))
      (modify-syntax-entry sign "." table))
    table)
  "Syntax table of `sgg-mode'.")

;;;; Colours

(defun sgg--face (wanted else)
  "The face WANTED, or ELSE in an Emacs that lacks it."
  (if (facep wanted) wanted else))

(defconst sgg--operator-face
  (sgg--face 'font-lock-operator-face 'font-lock-builtin-face))
(defconst sgg--number-face
  (sgg--face 'font-lock-number-face 'font-lock-constant-face))

(defconst sgg--value-regexp
  "\\_<\\(?:[0-9]+\\|w\\|inf\\)\\_>"
  "A number where values stand.")

(defconst sgg-font-lock-keywords
  `((,sgg--keyword-regexp 2 font-lock-keyword-face)
    ("^[ \t]*game[ \t]+\\(\\(?:\\sw\\|\\s_\\)+\\)" 1 font-lock-type-face)
    ("^[ \t]*expect[ \t]+\\(first\\|second\\|draw\\|sg\\)\\_>"
     1 font-lock-keyword-face)
    ("^[ \t]*expect[ \t]+\\(value\\)\\_>"
     (1 font-lock-keyword-face)
     (,sgg--value-regexp nil nil (0 sgg--number-face))
     ;; From the start again, for what stands between the numbers.
     ("[*^+]" (progn (goto-char (match-end 0)) nil) nil
      (0 sgg--operator-face)))
    ("=[ \t]*\\([0-9]+\\|inf\\)\\_>" 1 sgg--number-face)
    ("->\\|--\\|=\\|\\*\\|\\.\\." 0 sgg--operator-face))
  "What `sgg-mode' colours where tree-sitter does not.")

(defun sgg--syntactic-face (state)
  "The face of the comment or string in STATE.
A title is a string; any other string is a node's name and left plain."
  (cond ((nth 4 state) 'font-lock-comment-face)
        ((save-excursion (goto-char (nth 8 state)) (sgg--header))
         'font-lock-string-face)))

(declare-function treesit-available-p "treesit.c")
(declare-function treesit-ready-p "treesit" (language &optional quiet))
(declare-function treesit-parser-create "treesit.c")
(declare-function treesit-font-lock-rules "treesit" (&rest rules))
(declare-function treesit-major-mode-setup "treesit" ())
(defvar treesit-font-lock-settings)
(defvar treesit-font-lock-feature-list)

(defun sgg--tree-sitter-rules ()
  "Colours from the tree."
  (treesit-font-lock-rules
   :language 'sgg :feature 'comment
   '((comment) @font-lock-comment-face)
   :language 'sgg :feature 'keyword
   '(["game" "round" "nodes" "ground" "k" "stones" "expect" "value" "sg"]
     @font-lock-keyword-face
     (outcome) @font-lock-keyword-face)
   :language 'sgg :feature 'type
   '((kind) @font-lock-type-face)
   :language 'sgg :feature 'string
   '((title) @font-lock-string-face)
   :language 'sgg :feature 'number
   '((number) @font-lock-number-face
     ["w" "inf"] @font-lock-number-face)
   :language 'sgg :feature 'operator
   '([(arrow) (star)] @font-lock-operator-face
     (entry "=" @font-lock-operator-face)
     (range ".." @font-lock-operator-face)
     (value ["^" "*" "+"] @font-lock-operator-face))
   :language 'sgg :feature 'bracket
   '((value ["{" "}"] @font-lock-bracket-face)
     (value "," @font-lock-delimiter-face))))

(defun sgg--set-up-tree-sitter ()
  "Let tree-sitter give the colours, if it can."
  (when (and sgg-use-tree-sitter
             (fboundp 'treesit-available-p)
             (treesit-available-p)
             (require 'treesit nil t)
             (treesit-ready-p 'sgg t))
    (treesit-parser-create 'sgg)
    (setq-local treesit-font-lock-settings (sgg--tree-sitter-rules))
    (setq-local treesit-font-lock-feature-list
                '((comment) (keyword type string) (number)
                  (operator bracket)))
    (treesit-major-mode-setup)
    t))

;;;; Indentation and motion

(defun sgg--line-indentation ()
  "The column that this line is to be indented to, as `sgg fmt' does it.
A comment line is indented as the next statement line is."
  (save-excursion
    (beginning-of-line)
    (let ((here (point)))
      (when (looking-at-p "[ \t]*#")
        (forward-comment (buffer-size))
        (when (eobp) (goto-char here)))
      (pcase (sgg--header)
        ("game" 0)
        ("round" 2)
        (_ (pcase (sgg--header-above)
             ("game" 2)
             ("round" 4)
             (_ 0)))))))

(defun sgg-indent-line ()
  "Indent the line as the canonical style has it."
  (interactive)
  (let ((column (sgg--line-indentation)))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

(defun sgg-beginning-of-game (&optional count)
  "Move to the header of the game that point stands in; COUNT times.
Backwards if COUNT is negative."
  (interactive "p")
  (let ((count (or count 1)))
    (if (> count 0)
        (progn
          ;; So that the header that point stands in counts.
          (unless (bolp) (end-of-line))
          (re-search-backward sgg--game-regexp nil 'move count))
      (end-of-line)
      (when (re-search-forward sgg--game-regexp nil 'move (- count))
        (beginning-of-line)))))

(defun sgg-end-of-game ()
  "Move to the end of the game that point stands in."
  (interactive)
  (end-of-line)
  (if (re-search-forward sgg--game-regexp nil 'move)
      (beginning-of-line)))

(defun sgg--outline-level ()
  "1 for a game, 2 for a round."
  (if (equal (sgg--header) "round") 2 1))

;;;; The language server

(defvar eglot-server-programs)
(defvar lsp-inlay-hint-enable)
(defvar lsp-language-id-configuration)
(declare-function eglot-current-server "eglot" ())
(declare-function eglot-shutdown "eglot")
(declare-function eglot-ensure "eglot" ())
(declare-function eglot--TextDocumentIdentifier "eglot" ())
(declare-function eglot-execute "eglot" (server action))
(declare-function jsonrpc-notify "jsonrpc")
(declare-function lsp-get "lsp-protocol" (from key))
(declare-function lsp-configuration-section "lsp-mode" (section))
(declare-function lsp-notify "lsp-mode" (method params))
(declare-function lsp-register-client "lsp-mode" (client))
(declare-function lsp-register-custom-settings "lsp-mode" (props))
(declare-function lsp-stdio-connection "lsp-mode" (command &optional test))
(declare-function lsp-update-inlay-hints "lsp-mode" (start end))
(declare-function lsp-request-async "lsp-mode")
(declare-function lsp-workspace-restart "lsp-mode" (workspace))
(declare-function lsp-workspaces "lsp-mode" ())
(declare-function lsp:json-error-message "lsp-protocol" (object))
(declare-function lsp--text-document-identifier "lsp-mode" ())
(declare-function lsp:command-arguments? "lsp-protocol" (object))
(declare-function lsp:command-command "lsp-protocol" (object))
(declare-function make-lsp-client "lsp-mode")

(defconst sgg--settings-names
  '(:reveal :codeLens :inlayHints :solve :severity)
  "The groups of the server's settings, for clients that ask one by one.")

(defun sgg--command ()
  "The command line of the language server."
  (list (or sgg-program
            (executable-find "sgg")
            (seq-find #'file-executable-p
                      (mapcar #'expand-file-name
                              '("~/.cargo/bin/sgg" "~/.local/bin/sgg")))
            "sgg")
        "lsp"))

(defun sgg--all-settings ()
  "`sgg-settings', with what a command has hidden."
  (if sgg--hidden
      (plist-put (copy-sequence sgg-settings) :reveal :json-false)
    (or sgg-settings '(:reveal t))))

(defun sgg--initial-settings ()
  "What the server is given at its start.
It is to tell when a file has been solved: neither client knows another way to
learn that hints have changed."
  (append (sgg--all-settings) '(:status t)))

(defun sgg--eglot-contact (&rest _)
  "The language server, for Eglot to start."
  (append (sgg--command)
          (list :initializationOptions (sgg--initial-settings))))

(defvar-local sgg--state nil
  "What the server last said about this file's games.")

(defun sgg--take-state (uri state)
  "Take over the STATE of the file URI; what is shown may be another now."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and (derived-mode-p 'sgg-mode)
                 (equal uri (plist-get (sgg--document) :uri)))
        (unless (equal sgg--state state)
          (setq sgg--state state)
          (sgg--show-again))))))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(sgg-mode . sgg--eglot-contact))
  (cl-defmethod eglot-handle-notification
    (_server (_method (eql sgg/status)) &key uri state &allow-other-keys)
    "Take over the STATE of the file URI."
    (sgg--take-state uri state)))

(defun sgg--lsp-execute (command arguments)
  "Let the server execute COMMAND with ARGUMENTS, by way of lsp-mode.
Not by `lsp-workspace-command-execute', which waits: it stops reading at the
answer, and what the server sends in the same breath, the edit, is lost."
  (lsp-request-async "workspace/executeCommand"
                     (list :command command :arguments arguments)
                     #'ignore
                     :mode 'detached
                     :error-handler (lambda (problem)
                                      (message "sgg: %s" (lsp:json-error-message problem)))))

(defun sgg--lsp-handlers ()
  "What lsp-mode does for the commands of lenses and code actions."
  (let ((handlers (make-hash-table :test 'equal)))
    (dolist (command '("sgg.accept" "sgg.acceptAll" "sgg.explain" "sgg.solve") handlers)
      (puthash command
               (lambda (action)
                 (sgg--lsp-execute (lsp:command-command action)
                                   (lsp:command-arguments? action)))
               handlers))))

(defun sgg--lsp-notifications ()
  "What lsp-mode is to do with the notifications of the server."
  (let ((handlers (make-hash-table :test 'equal)))
    (puthash "sgg/status"
             (lambda (_workspace status)
               (sgg--take-state (lsp-get status :uri) (lsp-get status :state)))
             handlers)
    handlers))

(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(sgg-mode . "sgg"))
  (lsp-register-custom-settings
   (mapcar (lambda (name)
             (list (concat "sgg." (substring (symbol-name name) 1))
                   (lambda () (plist-get (sgg--all-settings) name))))
           sgg--settings-names))
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection #'sgg--command)
    :major-modes '(sgg-mode)
    :initialization-options #'sgg--initial-settings
    :notification-handlers (sgg--lsp-notifications)
    :action-handlers (sgg--lsp-handlers)
    :server-id 'sgg)))

(defun sgg--client ()
  "What speaks with the server in this buffer: `eglot', `lsp' or nil."
  (cond ((and (fboundp 'eglot-current-server) (eglot-current-server)) 'eglot)
        ((and (bound-and-true-p lsp-mode) (lsp-workspaces)) 'lsp)))

(defun sgg--document ()
  "This buffer, as the client names it to the server; or nil."
  (pcase (sgg--client)
    ('eglot (eglot--TextDocumentIdentifier))
    ('lsp (lsp--text-document-identifier))))

(defun sgg--no-server ()
  "Complain about the lack of a server, with a way out."
  (user-error "No language server runs here: start it with M-x eglot or M-x lsp"))

(defun sgg--eglot-execute (command arguments)
  "Let the server execute COMMAND with ARGUMENTS, by way of Eglot.
By its own function, so that the server first learns what was typed."
  (let ((server (eglot-current-server)))
    (condition-case problem
        (if (fboundp 'eglot-execute)
            (eglot-execute server (list :command command :arguments arguments))
          (with-no-warnings
            (eglot-execute-command server command arguments)))
      (jsonrpc-error
       (user-error "sgg: %s" (alist-get 'jsonrpc-error-message (cddr problem)))))))

(defun sgg--execute (command)
  "Let the server execute COMMAND at point."
  (let ((arguments
         (vector (list :textDocument (sgg--document)
                       :position (list :line (1- (line-number-at-pos nil t))
                                       :character 0)))))
    (pcase (sgg--client)
      ('eglot (sgg--eglot-execute command arguments))
      ('lsp (sgg--lsp-execute command arguments))
      (_ (sgg--no-server)))))

(defun sgg-solve ()
  "Solve this file's games now."
  (interactive)
  (sgg--execute "sgg.solve"))

(defun sgg-accept ()
  "Correct the failed expectation at point.
Elsewhere than on an `expect' line: those of the game or round."
  (interactive)
  (sgg--execute "sgg.accept"))

(defun sgg-accept-all ()
  "Correct all failed expectations of the file."
  (interactive)
  (sgg--execute "sgg.acceptAll"))

(defun sgg-restart ()
  "Start the language server anew."
  (interactive)
  (pcase (sgg--client)
    ('lsp (mapc #'lsp-workspace-restart (lsp-workspaces)))
    (client
     ;; `eglot-reconnect' would keep the settings that it started with.
     (when client (eglot-shutdown (eglot-current-server)))
     (eglot-ensure))))

(defun sgg-toggle-reveal ()
  "Hide values, verdicts and explanations, or show them again: for teaching."
  (interactive)
  (let ((client (or (sgg--client) (sgg--no-server))))
    (setq sgg--hidden (not sgg--hidden))
    (let ((settings (list :settings (list :sgg (sgg--all-settings)))))
      (if (eq client 'eglot)
          (jsonrpc-notify (eglot-current-server)
                          :workspace/didChangeConfiguration settings)
        (lsp-notify "workspace/didChangeConfiguration" settings)))
    (dolist (buffer (buffer-list))
      (with-current-buffer buffer
        (when (derived-mode-p 'sgg-mode)
          (sgg--show-again))))
    (message "Values and verdicts are %s" (if sgg--hidden "hidden" "shown"))))

(defvar eglot--outstanding-inlay-hints-last-region)

(defun sgg--show-again ()
  "Ask for the hints of what is seen anew."
  ;; Eglot asks only once for the same part of a text that did not change.
  (setq-local eglot--outstanding-inlay-hints-last-region nil)
  (dolist (window (get-buffer-window-list nil nil t))
    (let ((start (window-start window))
          (end (window-end window t)))
      (if (eq (sgg--client) 'lsp)
          (when (bound-and-true-p lsp-inlay-hints-mode)
            (lsp-update-inlay-hints start end))
        (jit-lock-refontify start end)))))

(defun sgg--extend-region (start _end _old-length)
  "Extend what is coloured anew for a change at START: to all that is seen.
Eglot asks for hints where colours are made anew, and a change of one line
changes values and the verdict on lines above it."
  (defvar jit-lock-start)
  (defvar jit-lock-end)
  (dolist (window (get-buffer-window-list nil nil t))
    (when (<= (window-start window) start)
      (setq jit-lock-start (min jit-lock-start (window-start window))))))

;;;; The mode

(defvar sgg-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-a") #'sgg-accept)
    (define-key map (kbd "C-c C-e") #'sgg-accept-all)
    (define-key map (kbd "C-c C-s") #'sgg-solve)
    (define-key map (kbd "C-c C-v") #'sgg-toggle-reveal)
    (define-key map (kbd "C-c C-z") #'sgg-restart)
    map)
  "Keys of `sgg-mode'.")

(easy-menu-define sgg-mode-menu sgg-mode-map
  "Menu of `sgg-mode'."
  '("sgg"
    ["Accept what holds" sgg-accept (sgg--client)]
    ["Accept all of the file" sgg-accept-all (sgg--client)]
    ["Solve now" sgg-solve (sgg--client)]
    ["Show values and verdicts" sgg-toggle-reveal
     :active (sgg--client) :style toggle :selected (not sgg--hidden)]
    "---"
    ["Restart the language server" sgg-restart]
    ["Settings" (customize-group 'sgg)]))

;;;###autoload
(define-derived-mode sgg-mode prog-mode "sgg"
  "Major mode for combinatorial games on graphs.

\\{sgg-mode-map}"
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+[ \t]*")
  (setq-local comment-end "")
  (setq-local indent-line-function #'sgg-indent-line)
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 2)
  (setq-local electric-indent-chars (cons ?\n electric-indent-chars))
  (setq-local syntax-propertize-function #'sgg--syntax-propertize)
  (setq-local parse-sexp-lookup-properties t)
  (setq-local beginning-of-defun-function #'sgg-beginning-of-game)
  (setq-local end-of-defun-function #'sgg-end-of-game)
  (setq-local outline-regexp (substring sgg--header-regexp 1))
  (setq-local outline-level #'sgg--outline-level)
  (setq-local imenu-generic-expression
              `((nil ,sgg--header-regexp 1)))
  ;; Values are inlay hints: without them there is little to see.
  (setq-local lsp-inlay-hint-enable t)
  (add-hook 'jit-lock-after-change-extend-region-functions
            #'sgg--extend-region nil t)
  (unless (sgg--set-up-tree-sitter)
    (setq-local font-lock-defaults
                '(sgg-font-lock-keywords
                  nil nil nil
                  (font-lock-syntactic-face-function . sgg--syntactic-face)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.sgg\\'" . sgg-mode))

(provide 'sgg-mode)

;;; sgg-mode.el ends here
