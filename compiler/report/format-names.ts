/** The names of all formats, apart from the formats, so that the command line is parsed without loading them. */

export const FORMAT_NAMES = [
  'text',
  'lines',
  'json',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'markdown',
  'html',
] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];
