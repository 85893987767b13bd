package tree_sitter_sgg_test

import (
	"testing"

	tree_sitter "github.com/tree-sitter/go-tree-sitter"
	tree_sitter_sgg "tree-sitter-sgg/bindings/go"
)

func TestCanLoadGrammar(t *testing.T) {
	language := tree_sitter.NewLanguage(tree_sitter_sgg.Language())
	if language == nil {
		t.Errorf("Error loading sgg grammar")
	}
}
