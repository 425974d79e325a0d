// Tables of figures as bars: SVG that is printed into the Markdown of docs/benchmarks.md, before each table.
const WIDTH = 640;
const LABEL = 190;
const ROW = 26;

/** The text of a page with a plot before each table whose second column has figures. */
export function withPlots(path, text) {
  if (path !== 'docs/benchmarks.md') return text;
  return text.replaceAll(/(?:^\|.*\|\n){3,}/gm, (table) => {
    const plot = plotOf(table);
    return plot === undefined ? table : `${plot}\n\n${table}`;
  });
}

function plotOf(table) {
  const [head, , ...rows] = table.trim().split('\n').map(cellsOf);
  const bars = rows.flatMap(([label, value]) => {
    const [figure] = /^\d[\d,]*(?:\.\d+)?/.exec(value ?? '') ?? [];
    return figure === undefined
      ? []
      : [{ label: label.replaceAll('`', ''), figure, size: Number(figure.replaceAll(',', '')) }];
  });
  if (bars.length < 2 || bars.length < rows.length - 1) return undefined;
  const unit = head[1];
  const max = Math.max(...bars.map(({ size }) => size));
  const drawn = bars.map(({ label, figure, size }, index) => {
    const y = index * ROW;
    const width = Math.max(1, Math.round((size / max) * (WIDTH - LABEL - 80)));
    return `<text x="${LABEL - 8}" y="${y + 17}" text-anchor="end">${escape(label)}</text><rect x="${LABEL}" y="${y + 4}" width="${width}" height="${ROW - 8}" class="${label.startsWith('ours') ? 'ours' : 'other'}"/><text x="${LABEL + width + 6}" y="${y + 17}">${figure}</text>`;
  });
  const title = escape(`${unit}, smaller is shorter`);
  return `<figure class="plot"><svg viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-label="${title}">${drawn.join('')}</svg><figcaption>${title}</figcaption></figure>`;
}

function cellsOf(line) {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
