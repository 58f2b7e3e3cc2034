//! Which computer players may be asked for.

use std::time::Duration;

/// The longest a computer may think about one question, because others wait for the machine.
const LONGEST: Duration = Duration::from_secs(5);
/// The longest name anybody needs for one.
const LONGEST_NAME: usize = 40;

/// Why nobody of a name can play, if nobody can.
pub(crate) fn problem(name: &str) -> Option<String> {
    if name.len() <= LONGEST_NAME && players::is_offered(name, LONGEST) {
        return None;
    }
    let known = players::NAMES.join(", ");
    let shown: String = name.chars().take(LONGEST_NAME).collect();
    Some(match name.contains('@') {
        true => format!(
            "There is no computer player '{shown}' here; there is: {known}, and none may think \
             for longer than {} s.",
            LONGEST.as_secs()
        ),
        false => format!("There is no computer player '{shown}'; there is: {known}."),
    })
}
