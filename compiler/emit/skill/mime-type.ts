/** The MIME type of a skill's file, by its name: hosts show it, and separate texts from pictures by it. */

const BY_ENDING: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mjs: 'text/javascript',
  pdf: 'application/pdf',
  png: 'image/png',
  py: 'text/x-python',
  sh: 'application/x-sh',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** For an unknown extension, the bytes decide whether the file is a text. */
export function mimeType(path: string, isText: boolean): string {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
  return known ?? (isText ? 'text/plain' : 'application/octet-stream');
}
