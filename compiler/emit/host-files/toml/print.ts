/** An entry as a TOML table: what is inside it is written on one line each (TOML 1.0.0). */

export function printTable(path: readonly string[], value: unknown, lineEnd: string): string {
  const pairs = Object.entries(value ?? {}).map(([key, member]) => `${printKey(key)} = ${printValue(member)}`);
  return [`[${path.map(printKey).join('.')}]`, ...pairs].join(lineEnd);
}

function printKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : printText(key);
}

function printValue(value: unknown): string {
  if (typeof value === 'string') return printText(value);
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([key, member]) => `${printKey(key)} = ${printValue(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A basic string; JSON escapes all that TOML wants escaped but one. */
function printText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\u007f', String.raw`\u007f`);
}
