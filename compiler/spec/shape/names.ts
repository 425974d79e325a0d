/** The formats of names that Agent Skills, MCP and file systems all accept. */

export type FormatRule = readonly [pattern: string, expected: string];

/** Skills and servers: Agent Skills §name; safe as a folder and inside host prefixes. */
export const HYPHENATED: FormatRule = [
  '^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$',
  'lower-case letters and digits joined by single hyphens, at most 64 characters',
];

/** Tools: MCP 2025-11-25 tool names, 1–128 of these characters. */
export const TOOL_NAME: FormatRule = [
  '^[A-Za-z0-9_.-]{1,128}$',
  'letters, digits, "_", "-" or ".", at most 128 characters',
];

/** A text of any characters, so that blanks alone are one too. */
export const ANY_TEXT: FormatRule = ['[^]', 'a string, which may be blank'];

/** In profile `mcp`: also those of before MCP 2025-11-25, which public tools have. */
export const IMPORTED_TOOL_NAME: FormatRule = [
  '^[A-Za-z0-9_./-]{1,128}$',
  'letters, digits, "_", "-", "." or "/", at most 128 characters',
];

export const PARAMETER_NAME: FormatRule = [
  '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
  'a letter followed by letters, digits or "_", at most 64 characters',
];

/** As tools of OpenAPI and JSON Schema name theirs. */
export const DEFINITION_NAME = TOOL_NAME;

export const ENV_NAME: FormatRule = ['^[A-Z][A-Z0-9_]*$', 'upper-case letters, digits and "_", such as API_KEY'];

export const CONNECTION_NAME: FormatRule = ['^[a-z][a-z0-9_-]*$', 'lower-case letters, digits, "_" or "-"'];

export const VERSION: FormatRule = [
  '^\\d+\\.\\d+\\.\\d+$',
  'a version such as 1.0.0 (in quotes if YAML would read it as a number)',
];

export const STATUS: FormatRule = [
  '^(?:[1-5]\\d\\d|[1-5]xx|default)$',
  'an HTTP status code such as 404, a class such as 4xx, or default',
];

export const MEDIA_TYPE: FormatRule = ['^[^\\s/;]+/[^\\s/;]+$', 'a media type such as image/png'];

/** A case of an eval, unique in its choice. */
export const CASE_ID: FormatRule = [
  '^(?=.{1,64}$)[a-z0-9]+([-_.][a-z0-9]+)*$',
  'lower-case letters and digits joined by "-", "_" or ".", at most 64 characters, such as by-author',
];

export const EXIT_CODE: FormatRule = ['^(\\d{1,3}|default)$', 'an exit code such as 1, or default'];

export const FLAG: FormatRule = ['^[^{}]*[^{}\\s][^{}]*$', 'a text without variables, such as --toc'];

export const REQUEST: FormatRule = [
  '^(GET|HEAD|POST|PUT|PATCH|DELETE) /[^\\s?#]*$',
  'a method and a path, such as "GET /items/{key}"; put the query under `query:`',
];

/** RFC 6901. */
export const WHOLE_PARAMETER: FormatRule = [
  '^\\{[A-Za-z_][A-Za-z0-9_]{0,63}\\}$',
  'a number, or one parameter such as "{count}"',
];

export const POINTER: FormatRule = [
  '^(/([^~/]|~[01])*)*$',
  'a JSON Pointer such as /data/title; "" is the whole response',
];

export const RESPONSE_POINTER: FormatRule = [
  '^(response|(/([^~/]|~[01])*)*)$',
  '"response" or a JSON Pointer such as /error/message',
];

export const PROGRAM_POINTER: FormatRule = [
  '^(stderr|(/([^~/]|~[01])*)*)$',
  '"stderr" or a JSON Pointer such as /error/message',
];

export const HANDLER_FILE: FormatRule = [
  '^(?!.*\\.\\.)[A-Za-z0-9_][A-Za-z0-9_./-]*\\.ts$',
  'a .ts file next to the spec, such as handlers.ts',
];

/** A file that a skill carries along: inside one of the three folders of Agent Skills. */
export const SKILL_FILE: FormatRule = [
  '^(references|scripts|assets)(/[\\p{L}\\p{N}_][\\p{L}\\p{N}_. ()-]*)+$',
  'a file under references/, scripts/ or assets/ next to the spec',
];

/** RFC 3986, with variables of RFC 6570, level 1. */
export const RESOURCE_URI: FormatRule = [
  '^[a-z][a-z0-9+.-]*:(?:[^\\s{}"<>\\\\^`|]|\\{[A-Za-z_][A-Za-z0-9_]*\\}(?!\\{))+$',
  'a URI such as notes://styles or notes://note/{id}; variables have text between them',
];

/** MCP, basic: a prefix that is not reserved, and a name. */
export const META_KEY: FormatRule = [
  '^(?!(?:[^./]+\\.)*(?:modelcontextprotocol|mcp)(?:\\.[^/]*)?/)[A-Za-z][A-Za-z0-9-]*(?:\\.[A-Za-z][A-Za-z0-9-]*)+/[A-Za-z0-9][A-Za-z0-9_.-]*$',
  'a key with a prefix of your own, such as example.org/shelf',
];

/** RFC 6749 §3.3, without the braces of templates. */
export const SCOPE: FormatRule = ['^[!#-\\[\\]-z|~]+$', 'a scope such as notes:read'];

/** RFC 9110 §5.1. */
export const HEADER_NAME: FormatRule = ["^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", 'a header name, such as Accept'];

/** Of what a template can name. */
export const CALLER_HEADER: FormatRule = ['^[A-Za-z0-9_-]+$', 'a header name, such as X-Notes-Key'];

/** What is behind `Mcp-Param-`. */
export const MIRROR_NAME: FormatRule = [HEADER_NAME[0], 'the last part of a header name, such as Region'];

/** RFC 9110 §5.5: what would end the header early is no part of its value. */
export const HEADER_VALUE: FormatRule = ['^[\\t\\x20-\\x7e\\xa0-\\xff]*$', 'a header value on one line'];

export const METADATA_KEY: FormatRule = [
  '^(?!version$)[^]+$',
  'a key other than "version", which is set from the skill',
];

export const BASE_URL: FormatRule = [
  '^(https?://[^/\\s]|\\{env\\.[A-Z0-9_]+(\\|https?://[^}]*)?\\})',
  'a URL that starts with http://, https:// or {env.NAME|https://…}',
];

export const DATABASE_URL: FormatRule = [
  '^((postgres(ql)?|mysql|mariadb)://|\\{env\\.[A-Z0-9_]+(\\|(postgres(ql)?|mysql|mariadb)://[^}]*)?\\}$)',
  'a URL that starts with postgres:// or mysql://, or {env.NAME}',
];

/** Of PostgreSQL: a parameter of the server, or one of the author's with a dot in its name. */
export const SETTING_NAME: FormatRule = ['^[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)*$', 'a setting such as app.tenant'];

export const SQLSTATE: FormatRule = [
  '^(?:[0-9A-Z]{5}|[0-9A-Z]{2}xxx|\\d{1,4}|default)$',
  'a SQLSTATE such as 23505, a class such as 23xxx, a number of MySQL or SQLite such as 1062, or default',
];
