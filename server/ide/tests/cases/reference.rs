//! Every block of the reference does what its page says.

use crate::outputs::Input;
use crate::root;
use crate::suite::blocks;
use sgg_ide::{Code, diagnostics};

#[test]
fn blocks_of_the_reference_fail_as_their_page_says_and_no_others() {
    let text = std::fs::read_to_string(root().join("grammar/reference.md")).unwrap();
    let mut wrong = Vec::new();
    for (heading, block) in blocks(&text) {
        let marks: Vec<&str> = block.mark.split(' ').collect();
        if marks.first() != Some(&"sgg") {
            continue;
        }
        let input = Input::new(&block);
        let told = diagnostics(&input.snapshot, &input.config, usize::MAX).list;
        let codes: Vec<Code> = told.iter().map(|diagnostic| diagnostic.code).collect();
        let fine = match marks.contains(&"fails") {
            true => !codes.is_empty() && codes.iter().all(|code| code.as_str() == heading),
            false => codes.is_empty(),
        };
        if !fine {
            wrong.push(format!(
                "{heading}, line {}\n{}",
                block.lines.start,
                input.output("diagnostics").unwrap()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where a mended block differs from the failing one in what a fix writes, the fix writes just that.
#[test]
fn first_fixes_mend_the_blocks_of_the_reference() {
    let text = std::fs::read_to_string(root().join("grammar/reference.md")).unwrap();
    for (heading, block) in blocks(&text).into_iter().filter(|(_, block)| block.mark.contains("sgg fails")) {
        let input = Input::new(&block);
        let told = diagnostics(&input.snapshot, &input.config, usize::MAX).list;
        let fixable = told.iter().any(|diagnostic| !diagnostic.fixes.is_empty());
        let after = input.after(&input.output("fixed").unwrap());
        let left = diagnostics(&after.snapshot, &after.config, usize::MAX).list;
        let same = left.iter().filter(|diagnostic| diagnostic.code.as_str() == heading).count();
        assert!(!fixable || same < told.len(), "{heading}: the fix does not help");
    }
}
