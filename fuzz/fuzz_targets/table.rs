//! Table files: whatever is read without problems makes a table, and is written back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(sketch) = tabletop::file::read(text) {
        let table = tabletop::Table::new(sketch.clone()).expect("read tables can be laid");
        let again = tabletop::file::read(&tabletop::file::write(&sketch));
        assert_eq!(again.as_ref(), Ok(&sketch));
        let _ = tabletop::draw::text_map(&table, &tabletop::Changes::default(), &[], 60);
    }
});
