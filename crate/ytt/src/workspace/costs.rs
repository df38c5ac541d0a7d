//! How long each file of a run takes, and how many steps of evaluation: only for runs that are measured.

use super::library::FileId;

/// The cost of a file without the files that it loads and the libraries that it evaluates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Milliseconds.
    pub millis: f64,
    /// Steps of evaluation.
    pub steps: u64,
    /// How often the file was evaluated.
    pub runs: u32,
}

/// The time and the steps so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moment {
    pub millis: f64,
    pub steps: u64,
}

/// The costs of the files of a run.
#[derive(Debug, Default)]
pub struct Costs {
    /// By file, in the order in which they were first used.
    files: Vec<(FileId, Cost)>,
    /// Measurements that have not ended, the outermost first: the beginning, and the costs inside.
    open: Vec<(Moment, Cost)>,
}

impl Costs {
    /// The costs by file, in the order in which they were first used.
    pub fn files(&self) -> &[(FileId, Cost)] {
        &self.files
    }

    pub(super) fn begin(&mut self, now: Moment) {
        self.open.push((now, Cost::default()));
    }

    pub(super) fn end(&mut self, file: FileId, now: Moment, runs: u32) {
        let Some((begin, inside)) = self.open.pop() else { return };
        let whole = Cost { millis: now.millis - begin.millis, steps: now.steps - begin.steps, runs };
        if let Some((_, around)) = self.open.last_mut() {
            around.millis += whole.millis;
            around.steps += whole.steps;
        }
        let cost = match self.files.iter().position(|(known, _)| *known == file) {
            Some(known) => &mut self.files[known].1,
            None => {
                self.files.push((file, Cost::default()));
                let last = self.files.len() - 1;
                &mut self.files[last].1
            }
        };
        cost.millis += whole.millis - inside.millis;
        cost.steps += whole.steps - inside.steps;
        cost.runs += runs;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_does_not_cost_what_it_loads() {
        let mut costs = Costs::default();
        let at = |millis: f64, steps: u64| Moment { millis, steps };
        let (outer, inner) = (FileId(0), FileId(1));
        costs.begin(at(0.0, 0));
        costs.begin(at(2.0, 10));
        costs.end(inner, at(5.0, 40), 1);
        costs.begin(at(5.0, 40));
        costs.end(inner, at(6.0, 41), 1);
        costs.end(outer, at(10.0, 50), 1);
        let (inner_cost, outer_cost) =
            (Cost { millis: 4.0, steps: 31, runs: 2 }, Cost { millis: 6.0, steps: 19, runs: 1 });
        assert_eq!(costs.files(), [(inner, inner_cost), (outer, outer_cost)]);
    }
}
