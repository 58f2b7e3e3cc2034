//! Small dense matrices.

/// A matrix by rows.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// What counts as zero after elimination, in parts of the largest entry.
const TINY: f64 = 1e-9;

/// Solves a symmetric system with positive diagonal by elimination; none if it cannot be solved.
pub(crate) fn solve(mut a: Matrix, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for column in 0..n {
        let largest = |i: &usize, j: &usize| a[*i][column].abs().total_cmp(&a[*j][column].abs());
        let pivot = (column..n).max_by(largest)?;
        if a[pivot][column].abs() < 1e-300 {
            return None;
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        let (above, below) = a.split_at_mut(column + 1);
        let row = &above[column];
        for (offset, other) in below.iter_mut().enumerate() {
            let factor = other[column] / row[column];
            if factor != 0.0 {
                for (x, y) in other.iter_mut().zip(row).skip(column) {
                    *x -= factor * y;
                }
                b[column + 1 + offset] -= factor * b[column];
            }
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b.iter().all(|x| x.is_finite()).then_some(b)
}

/// How many of the rows say something that the others do not.
pub(crate) fn rank(rows: &[Vec<f64>]) -> usize {
    let mut rows: Matrix = rows.to_vec();
    let columns = rows.first().map_or(0, Vec::len);
    let scale = rows.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let mut rank = 0;
    for column in 0..columns {
        let largest =
            |i: &usize, j: &usize| rows[*i][column].abs().total_cmp(&rows[*j][column].abs());
        let Some(pivot) = (rank..rows.len()).max_by(largest) else { break };
        if rows[pivot][column].abs() <= scale * TINY {
            continue;
        }
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        let row = &above[rank];
        for other in below {
            let factor = other[column] / row[column];
            for (x, y) in other.iter_mut().zip(row).skip(column) {
                *x -= factor * y;
            }
        }
        rank += 1;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved() {
        let x = solve(vec![vec![2.0, 1.0], vec![1.0, 3.0]], vec![3.0, 5.0]).unwrap();
        assert!((x[0] - 0.8).abs() < 1e-12 && (x[1] - 1.4).abs() < 1e-12, "{x:?}");
        assert_eq!(solve(vec![vec![0.0]], vec![1.0]), None);
    }

    #[test]
    fn ranks_are_counted() {
        assert_eq!(rank(&[vec![1.0, 2.0], vec![2.0, 4.0]]), 1);
        assert_eq!(rank(&[vec![1.0, 2.0, 0.0], vec![0.0, 1.0, 1.0], vec![1.0, 3.0, 1.0]]), 2);
        assert_eq!(rank(&[vec![0.0, 0.0]]), 0);
        assert_eq!(rank(&[]), 0);
    }
}
