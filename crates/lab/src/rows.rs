//! Rows of games as Parquet. Everything that tells a game is in its row, so that the files can be
//! read without this program; nothing that differs from run to run is.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use engine::ids::SideId;
use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use crate::plan::{Placing, Plan};
use crate::play::{Ended, Row};

/// The values of a column; those that are not there are null.
enum Column {
    Numbers(Vec<Option<u64>>),
    Texts(Vec<Option<String>>),
}

/// All columns of some rows, with their names.
fn columns<'a>(plan: &'a Plan, rows: &'a [Row]) -> Vec<(String, Column)> {
    let places: Vec<Placing> = rows.iter().map(|row| plan.placing(row.number)).collect();
    let number =
        |of: &dyn Fn(&Placing) -> Option<u64>| Column::Numbers(places.iter().map(of).collect());
    let text = |of: &dyn Fn(&Placing) -> Option<&'a str>| {
        Column::Texts(places.iter().map(|p| of(p).map(str::to_owned)).collect())
    };
    let count = |of: fn(&Ended) -> u64| {
        Column::Numbers(rows.iter().map(|row| row.result.as_ref().ok().map(of)).collect())
    };
    let told = |of: &dyn Fn(&'a Row) -> Option<&'a str>| {
        Column::Texts(rows.iter().map(|row| of(row).map(str::to_owned)).collect())
    };
    let mut columns: Vec<(String, Column)> = Vec::new();
    let mut add = |name: &str, column: Column| columns.push((name.to_owned(), column));

    add("game", Column::Numbers(rows.iter().map(|row| Some(row.number)).collect()));
    add("cell", number(&|p| Some(p.cell)));
    add("deal", number(&|p| Some(p.deal)));
    add("block", number(&|p| Some(p.block)));
    add("swapped", number(&|p| Some(u64::from(p.swapped))));
    add("scenario", text(&|p| Some(&plan.scenarios[p.scenario])));
    add("table", text(&|p| Some(&plan.tables[p.table].label)));
    add("theme", text(&|p| plan.tables[p.table].theme.map(|theme| theme.name())));
    add("table_seed", number(&|p| plan.table_seed(p)));
    for (key, _) in &plan.varied {
        let value = |p: &Placing| plan.agreements[p.agreement].get(key).map(String::as_str);
        add(&format!("option_{key}"), text(&value));
    }
    for (seat, side) in SideId::NAMES.iter().take(2).enumerate() {
        let roster = |p: &Placing| Some(plan.entrants[plan.seats(p)[seat]].name.as_str());
        add(&format!("{side}_roster"), text(&roster));
        add(&format!("{side}_player"), text(&|p| Some(&plan.players[p.players][seat])));
    }
    add("dice_seed", number(&|p| Some(plan.dice(p).0)));
    let winner = |row: &'a Row| {
        let seat = row.result.as_ref().ok()?.winner?;
        SideId::NAMES.get(usize::from(seat)).copied()
    };
    add("winner", told(&winner));
    add("reason", told(&|row| row.result.as_ref().ok().map(|ended| ended.reason.as_str())));
    add("rounds", count(|ended| ended.rounds));
    add("decisions", count(|ended| ended.decisions));
    add("steps", count(|ended| ended.steps));
    add("error", told(&|row| row.result.as_ref().err().map(String::as_str)));
    columns
}

/// Writes rows.
pub(crate) fn write(plan: &Plan, rows: &[Row], to: impl Write + Send) -> Result<(), String> {
    written(&columns(plan, rows), to).map_err(|why| why.to_string())
}

fn written(columns: &[(String, Column)], to: impl Write + Send) -> Result<(), ParquetError> {
    let field = |(name, column): &(String, Column)| {
        let (physical, meaning) = match column {
            Column::Numbers(_) => (Physical::INT64, ConvertedType::UINT_64),
            Column::Texts(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        };
        let field = Type::primitive_type_builder(name, physical).with_converted_type(meaning);
        field.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Arc::new(Type::group_type_builder("games").with_fields(fields).build()?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(to, schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for (_, column) in columns {
        match column {
            Column::Numbers(values) => {
                // Parquet keeps the bits of unsigned numbers in signed ones.
                write_column::<Int64Type, u64>(&mut group, values, |n| n.cast_signed())?;
            }
            Column::Texts(values) => {
                let bytes = |text: &String| ByteArray::from(text.as_str());
                write_column::<ByteArrayType, String>(&mut group, values, bytes)?;
            }
        }
    }
    group.close()?;
    writer.close()?;
    Ok(())
}

/// Writes a column: which values are there, and those that are.
fn write_column<D: DataType, V>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[Option<V>],
    kept: impl Fn(&V) -> D::T,
) -> Result<(), ParquetError> {
    let there: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<D::T> = values.iter().flatten().map(kept).collect();
    let missing = || ParquetError::General("there are fewer columns than expected".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<D>().write_batch(&values, Some(&there), None)?;
    column.close()
}

/// Reads rows back.
pub(crate) fn read(path: &Path) -> Result<Vec<Row>, String> {
    let file = File::open(path).map_err(|why| why.to_string())?;
    let reader = SerializedFileReader::new(file).map_err(|why| why.to_string())?;
    let mut rows = Vec::new();
    for index in 0..reader.num_row_groups() {
        let group = reader.get_row_group(index).map_err(|why| why.to_string())?;
        rows.extend(rows_of(&*group)?);
    }
    Ok(rows)
}

/// The rows of a group. Only what came of the games is read, the rest follows from the plan.
fn rows_of(group: &dyn RowGroupReader) -> Result<Vec<Row>, String> {
    let (games, winners) = (numbers(group, "game")?, texts(group, "winner")?);
    let (reasons, errors) = (texts(group, "reason")?, texts(group, "error")?);
    let (decisions, steps) = (numbers(group, "decisions")?, numbers(group, "steps")?);
    let rounds = numbers(group, "rounds")?;
    let row = |(index, number): (usize, Option<u64>)| {
        let number = number.ok_or("a row has no number")?;
        if let Some(why) = &errors[index] {
            return Ok(Row { number, result: Err(why.clone()) });
        }
        let seat = |name: &String| SideId::NAMES.iter().position(|side| side == name);
        let ended = Ended {
            winner: winners[index].as_ref().and_then(seat).map(|seat| seat as u8),
            reason: reasons[index].clone().ok_or("a row has neither a reason nor an error")?,
            decisions: decisions[index].ok_or("a row has no decisions")?,
            steps: steps[index].ok_or("a row has no steps")?,
            rounds: rounds[index].ok_or("a row has no rounds")?,
        };
        Ok(Row { number, result: Ok(ended) })
    };
    games.into_iter().enumerate().map(row).collect()
}

fn numbers(group: &dyn RowGroupReader, name: &str) -> Result<Vec<Option<u64>>, String> {
    let ColumnReader::Int64ColumnReader(mut reader) = column(group, name)? else {
        return Err(format!("the column {name} holds no numbers"));
    };
    let (mut there, mut values) = (Vec::new(), Vec::new());
    let rows = group.metadata().num_rows() as usize;
    reader
        .read_records(rows, Some(&mut there), None, &mut values)
        .map_err(|why| why.to_string())?;
    spread(&there, values.into_iter().map(i64::cast_unsigned), rows)
}

fn texts(group: &dyn RowGroupReader, name: &str) -> Result<Vec<Option<String>>, String> {
    let ColumnReader::ByteArrayColumnReader(mut reader) = column(group, name)? else {
        return Err(format!("the column {name} holds no texts"));
    };
    let (mut there, mut values) = (Vec::new(), Vec::new());
    let rows = group.metadata().num_rows() as usize;
    reader
        .read_records(rows, Some(&mut there), None, &mut values)
        .map_err(|why| why.to_string())?;
    let text = |bytes: &ByteArray| bytes.as_utf8().map(str::to_owned).map_err(|e| e.to_string());
    let values: Vec<String> = values.iter().map(text).collect::<Result<_, _>>()?;
    spread(&there, values.into_iter(), rows)
}

fn column(group: &dyn RowGroupReader, name: &str) -> Result<ColumnReader, String> {
    let columns = group.metadata().columns().iter();
    let at = columns.map(|c| c.column_descr().name()).position(|found| found == name);
    let at = at.ok_or_else(|| format!("the column {name} is missing"))?;
    group.get_column_reader(at).map_err(|why| why.to_string())
}

/// Puts values where they are said to be.
fn spread<T>(
    there: &[i16],
    mut values: impl Iterator<Item = T>,
    rows: usize,
) -> Result<Vec<Option<T>>, String> {
    match there.len() == rows {
        true => Ok(there.iter().map(|is| (*is == 1).then(|| values.next()).flatten()).collect()),
        false => Err("a column is shorter than the others".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::plan;

    #[test]
    fn rows_come_back_as_they_were() {
        let plan = plan();
        let ended = |winner| {
            let reason = "one is left & <b>".to_owned();
            Ok(Ended { winner, reason, decisions: 7, steps: 9, rounds: 5 })
        };
        let results = [ended(None), ended(Some(0)), ended(Some(1)), Err("stuck".to_owned())];
        let rows: Vec<Row> =
            results.into_iter().zip(4..).map(|(result, number)| Row { number, result }).collect();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        write(&plan, &rows, &mut file).unwrap();
        assert_eq!(read(file.path()).unwrap(), rows);
    }

    #[test]
    fn a_file_that_is_none_of_ours_is_told() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"something else").unwrap();
        assert!(read(file.path()).is_err());
    }
}
