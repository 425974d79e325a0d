/** Patterns that hold up engines that try one way after the other, each with what makes them do so. */

/** A pattern, and a text that is `before`, `again` many times, and `after`. */
export interface Harmful {
  readonly pattern: string;
  readonly before: string;
  readonly again: string;
  readonly after: string;
  /** Where it is known from. */
  readonly from: string;
}

type Row = readonly [pattern: string, before: string, again: string, after: string];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'repeats in repeats': [
    ['^(\\w+\\s?)+$', '', 'a', '!'],
    ['^(a+)+$', '', 'a', '!'],
    ['(a+)+b', '', 'a', ''],
    ['^(a*)*$', '', 'a', '!'],
    ['^([a-zA-Z]+)*$', '', 'a', '1'],
    ['^(?:\\d+)*$', '', '1', 'x'],
    ['^((a+)+)+$', '', 'a', '!'],
    ['^(?:(?:a+)?b?)*$', '', 'a', '!'],
    ['^(\\s*\\w*)*;$', '', 'a ', '!'],
    ['^(?:[a-z]+-?)+$', '', 'a', '!'],
    ['^(?:.*,)*x$', '', ',', '!'],
    ['(.*)*z', '', 'a', '\n'],
    ['^(a{1,})+$', '', 'a', '!'],
    ['^(?:a{2,5})+$', '', 'a', '!'],
    ['^(a+?)+?$', '', 'a', '!'],
    ['^(?:(x+x+)+y)$', '', 'x', ''],
    ['^(?:a?){20}a{20}$', '', 'a', '!'],
    ['^(?:a{0,40}){0,40}$', '', 'a', '!'],
  ],
  'alternatives that overlap': [
    ['^(a|a)*$', '', 'a', '!'],
    ['^(a|aa)+$', '', 'a', '!'],
    ['^(a|a?)+$', '', 'a', '!'],
    ['^(\\w|\\d)+$', '', '1', '!'],
    ['^(?:[ab]|b)*$', '', 'b', '!'],
    ['^(ab|a|b)*c$', '', 'ab', '!'],
    ['^(.|\\s)+;$', '', ' ', '!'],
    ['^(?:\\w|_|-)*$', '', '_', '!'],
    ['^(?:\\p{L}|\\p{Lu})+$', '', 'Ä', '!'],
    ['^(?:foo|fo+)+$', '', 'foo', '!'],
    ['^(?:é|\\u00e9)*$', '', 'é', '!'],
  ],
  'repeats after repeats': [
    ['\\s+$', '', ' ', 'x'],
    ['^.*\\s+$', '', ' ', 'x'],
    ['^\\s*(.*?)\\s*$', '', ' ', '\n\nx\nx'],
    ['^\\d+\\d+$', '', '1', 'x'],
    ['^\\w*\\d*\\w*!$', '', '1', ''],
    ['.*.*=.*', '', 'x', '\n'],
    ['^(.*?),(.*?),(.*?),(.*?),x$', '', ',', ''],
    ['<[^>]*>', '', '<', ''],
    ['\\[[^\\]]*\\]\\(', '', '[', ''],
    ['x*y', '', 'x', ''],
    ['\\(.*\\)$', '', '(', ''],
    ['[a-z]+@[a-z]+\\.com', '', 'a', ''],
    ['^[a-z]*[a-z0-9]*[a-z_]*$', '', 'a', '!'],
    ['\\n\\s*\\n$', '', '\n', 'x'],
    ['^(?:[ab]*a)(?:[ab]*b)(?:[ab]*a)c', '', 'ab', ''],
  ],
  'looks and references': [
    ['^(?=(a+)+$)', '', 'a', '!'],
    ['^(?!(a|a)*$).*b$', '', 'a', '!'],
    ['(?<=^(a|aa)+)b', '', 'a', '!'],
    ['(?<!^(\\w+\\s?)+!)x$', '-', 'a', '!'],
    ['^(?:(?=a)a+)+$', '', 'a', '!'],
    ['^(?=.*\\d)(?=.*[a-z])(?:.+)+\\n$', '', 'a1', ''],
    ['^(?:a(?!b))*a*a*c$', '', 'a', '!'],
    ['^(a+)+\\1$', '', 'a', '!'],
    ['(.*)\\1\\1x', '', 'a', ''],
    ['^(?<w>\\w+\\s?)+\\k<w>;$', '', 'a', '!'],
    ['^(a*)(a*)(a*)\\1\\2\\3b$', '', 'a', ''],
    ['(\\b\\w+\\s*)+$', '', 'a', '!'],
  ],
  'OWASP, "Regular expression Denial of Service"': [
    ['^(([a-z])+.)+[A-Z]([a-z])+$', '', 'a', ''],
    [
      '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
      '',
      'a',
      '!',
    ],
    ['^[a-zA-Z]+(([\\x27,. \\-][a-zA-Z ])?[a-zA-Z]*)*$', '', 'a', '!'],
  ],
  'CVE-2016-4055, durations of moment': [
    ['^(-)?(?:(\\d*)[. ])?(\\d+):(\\d+)(?::(\\d+)\\.?(\\d{3})?\\d*)?$', '', '1', ''],
  ],
  'CVE-2017-16021, uri-js': [['^(?:(?:[^:/?#]+)+:)?//$', '', 'a', '']],
  'CVE-2017-15010, tough-cookie': [['^(([^=;]+))\\s*=\\s*([^\\n\\r\\0]*)', '', ' ', '']],
  'CVE-2017-20165, debug': [['\\s*\\n\\s*', '', ' ', 'x']],
  'CVE-2018-16487 and its like, trimming': [['^\\s+|\\s+$', 'x', ' ', 'x']],
  'CVE-2019-1010266, words of lodash': [['[A-Z]+(?=[A-Z][a-z]|\\d$)', '', 'A', '']],
  'CVE-2020-7662, websocket-extensions': [
    ['"((?:\\\\[\\x00-\\x7f]|[^\\x00-\\x08\\x0a-\\x1f\\x7f"])*)"', '"', '\\b', ''],
  ],
  'CVE-2020-28469, glob-parent': [['[{[].*/.*[}\\]]$', '', '{/', '']],
  'CVE-2020-28500, toNumber of lodash': [['^\\s*[+-]?0x\\d+\\s*$|\\s+$', '0x1', ' ', 'x']],
  'CVE-2021-3777, tmpl': [['\\{([^{}]|\\{[^}]*\\})*\\}!', '{', '{}', '']],
  'CVE-2021-3803, nth-check': [
    ['^\\s*(even|odd|(?:([+-]?\\d*)n\\s*)(?:([+-]?)\\s*(\\d+))?)\\s*$|(?:\\s*)+x$', '', ' ', '!'],
  ],
  'CVE-2021-3807, ansi-regex': [
    [
      '[\\u001B\\u009B][[\\]()#;?]*(?:(?:(?:[a-zA-Z\\d]*(?:;[a-zA-Z\\d]*)*)?\\u0007)|(?:(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PRZcf-ntqry=><~]))',
      '\u001B[',
      ';',
      '',
    ],
  ],
  'CVE-2021-23343, path-parse': [['^([\\s\\S]*?)((?:\\.{1,2}|[^/]+?|)(\\.[^./]*|))(?:[/]*)$', '/', '.', '\n/x\n']],
  'CVE-2021-27290, ssri': [['^(?:[a-z0-9]+-[A-Za-z0-9+/=]{10,}(\\?[\\x21-\\x7e]*)*)$', 'sha1-aaaaaaaaaaaa', '?', '\n']],
  'CVE-2021-33502, normalize-url': [['^data:(?<type>.*?),(?<data>.*?)(?:#(?<hash>.*))?$', 'data:', ',#', '\n']],
  'CVE-2022-3517, minimatch': [['^((?:[^!]|!(?!\\())*)*\\{x$', '', '!', '']],
  'CVE-2022-25858, terser': [['^\\s*(?:\\w+\\s*)*\\($', '', 'a ', '!']],
  'CVE-2022-25883, ranges of semver': [['^\\s*(?:[v=\\s]*)(?:\\d+)\\s*$', '', ' ', 'x']],
  'CVE-2022-37603, loader-utils': [
    ['\\[(?:[^\\]:]+:)?(?:hash|contenthash)(?::([a-z]+\\d*))?(?::(\\d+))?\\]', '[', 'a', ''],
  ],
  'CVE-2023-25166, formula of @hapi': [['^(?:\\s*(?:"[^"]*"|\\w+)\\s*)+$', '', 'a', '!']],
  'CVE-2024-4067, micromatch': [['\\{(?!\\{).*,.*\\}$', '', '{,', '']],
  'outage of Cloudflare on 2019-07-02': [
    ['(?:(?:"|\\d|.*)(?:.*=.*))$', '', 'x', '\n'],
    ['.*(?:.*=.*)$', '', '=', '\n'],
  ],
  'outage of Stack Overflow on 2016-07-20': [['^[\\s\\u200c]+|[\\s\\u200c]+$', 'x', '\u200c', 'x']],
};

export const HARMFUL: readonly Harmful[] = Object.entries(ROWS).flatMap(([from, rows]) => {
  return rows.map(([pattern, before, again, after]) => ({ pattern, before, again, after, from }));
});

/** The text of about `length` characters that a pattern is attacked with. */
export function attack({ before, again, after }: Harmful, length: number): string {
  return before + again.repeat(Math.max(1, Math.floor((length - before.length - after.length) / again.length))) + after;
}
