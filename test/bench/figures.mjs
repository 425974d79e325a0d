// Medians, percentiles and the cells of the tables.
export const median = (values) => percentile(values, 0.5);

export function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
}

export const figure = (value, digits) =>
  value === undefined || Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });

export function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), `|---|${'--:|'.repeat(heads.length - 1)}`, ...rows.map(line)];
}
