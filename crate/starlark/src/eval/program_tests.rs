//! Statements and expressions, the lines of their errors, and long programs.

use super::test_run::run;

/// The `repr` of the variable `x` after running, or the lines of the error from the innermost out.
fn outcome(program: &str) -> Result<String, Vec<u32>> {
    let (result, frames) = run(program, "x", 0);
    if frames.is_empty() { Ok(result) } else { Err(lines(&frames)) }
}

/// The lines of frames, which are written as `name:line`.
fn lines(frames: &[String]) -> Vec<u32> {
    frames.iter().map(|frame| frame.rsplit(':').next().unwrap().parse().unwrap()).collect()
}

#[test]
fn failures_are_reported_at_the_lines_of_ytt() {
    let mut count = 0;
    for entry in include_str!("frames.txt").split("\n%%\n").skip(1) {
        let (program, expected) = entry.split_once("\n=>").unwrap();
        let expected: Vec<u32> = expected.split_whitespace().map(|line| line.parse().unwrap()).collect();
        let (_, frames) = run(program, "None", 0);
        assert_eq!(lines(&frames), expected, "{program}");
        count += 1;
    }
    assert!(count > 30, "{count}");
}

#[test]
fn programs_mean_what_they_mean_in_ytt() {
    for (program, value) in [
        ("x = 0\nwhile x < 5:\nx += 1\nif x == 3: continue\nend", "5"),
        ("n = []\ndef f():\nn.append(1)\nreturn n\nend\nn.append(5)\nf()[0] += 2\nx = n", "[7, 1]"),
        ("x = [[1]]\ny = x[0]\nx[0] += [2]\ny.append(3)", "[[1, 2, 3]]"),
        ("x = {\"a\": 7}\nx[\"a\"] %= 4\nx[\"a\"] *= 5\nx[\"a\"] -= 1", "{\"a\": 14}"),
        ("x = 20\nx -= 2\nx //= 4\nx <<= 1\nx |= 1\nx &= 12\nx ^= 1", "9"),
        ("a, (b, [c]) = 1, (2, [3])\nx = [c, b, a]", "[3, 2, 1]"),
        ("def f(*a, **k): return (a, k)\nx = f(1, *[2], b=3, **{\"c\": 4})", "((1, 2), {\"b\": 3, \"c\": 4})"),
        ("x = []\nfor i in 1, 2:\nfor j in [3]: x.append((i, j))\nend", "[(1, 3), (2, 3)]"),
        ("len_ = len([1])\nlen = 5\ndef f(): return len\nx = [len_, f()]", "[1, 5]"),
        ("x = [y * 10 + z for y in [1, 2] if y for z in [y, 3] if lambda: z]", "[11, 13, 22, 23]"),
        ("x = 1 if [] else 2 if () else (lambda a, b=3: a + b)(1)", "4"),
        ("x = 2 - 1 - 1 - 1\nx = [x, 10 // 3 * 3 % 2, - -2, not not 1]", "[-1, 1, 2, True]"),
        ("x = \"\"\"a\n   b\"\"\"", "\"a\\nb\""),
        ("if 0: x = 1\nif 1:\nif 0:\nx = 2\nelif 1:\nx = 3\nelse:\nx = 4\nend\nend", "3"),
    ] {
        assert_eq!(outcome(program).as_deref(), Ok(value), "{program}");
    }
}

#[test]
fn long_chains_of_operators() {
    for (operator, expected) in [("+", "300"), ("-", "-298"), ("or", "1"), ("and", "1"), ("^", "0"), ("//", "1")] {
        let chain = vec!["1"; 300].join(&format!(" {operator} "));
        assert_eq!(outcome(&format!("x = {chain}")).as_deref(), Ok(expected), "{operator}");
    }
    let variables = format!("y = 1\ndef f(): return {}\nx = f()", vec!["y"; 300].join(" - "));
    assert_eq!(outcome(&variables).as_deref(), Ok("-298"));
    for (operator, expected) in [("+", "5000"), ("and", "1"), ("or", "1")] {
        let chain = vec!["1"; 5000].join(&format!(" {operator} "));
        assert_eq!(outcome(&format!("x = {chain}")).as_deref(), Ok(expected), "{operator}");
    }
}

#[test]
fn long_chains_of_elif() {
    let arms: String = (0..1000).map(|i| format!("elif y == {i}:\nx = {i}\n")).collect();
    for (y, expected) in [(0, "0"), (39, "39"), (40, "40"), (999, "999"), (1000, "other"), (-1, "none")] {
        let text = format!("y = {y}\nif y == -1:\nx = 'none'\n{arms}else:\nx = 'other'\nend");
        assert_eq!(outcome(&text).as_deref().map(|x| x.trim_matches('"')), Ok(expected), "{y}");
    }
}

#[test]
fn deeply_nested_expressions() {
    for (open, close, expected) in [("(", ")", "1"), ("f(", ")", "1"), ("- ", "", "1"), ("[", "][0]", "1")] {
        let text = format!("def f(x): return x\nx = {}1{}", open.repeat(400), close.repeat(400));
        assert_eq!(outcome(&text).as_deref(), Ok(expected), "{open}");
    }
}

#[test]
fn instructions_are_no_names_outside_of_templates() {
    let (message, _) = run("__ytt_tpl3_start_node(4)", "1", 0);
    assert_eq!(message, "ERR undefined: __ytt_tpl3_start_node");
}
