import XCTest
import SwiftTreeSitter
import TreeSitterSgg

final class TreeSitterSggTests: XCTestCase {
    func testCanLoadGrammar() throws {
        let parser = Parser()
        let language = Language(language: tree_sitter_sgg())
        XCTAssertNoThrow(try parser.setLanguage(language),
                         "Error loading sgg grammar")
    }
}
