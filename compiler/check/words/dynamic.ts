/** What hosts run or replace inside the body of a skill. Data: pattern, what happens, what to write instead. */

export interface DynamicPart {
  readonly word: string;
  readonly what: string;
  readonly hint: string;
}

interface Kind {
  readonly pattern: RegExp;
  readonly what: string;
  readonly hint: string;
}

const KINDS: readonly Kind[] = [
  {
    pattern: /(?<![\w!])!`[^`\n]+`|^\s*`{3,}!.*$/m,
    what: 'is run as a command',
    hint: 'Write a step that says what to find out, and let the model ask for it.',
  },
  {
    pattern: /\$ARGUMENTS\b(?:\[\d+\])?/,
    what: 'is replaced by what the user typed',
    hint: 'Say it in words: "what the user asked for".',
  },
  {
    pattern: /(?<![\w\\$])\$\d+(?!\w)/,
    what: 'is replaced by an argument',
    hint: 'Write an amount as "5 dollars" or "USD 5", and an argument in words.',
  },
  {
    pattern: /\$\{CLAUDE_\w+\}/,
    what: 'is replaced by a value of the host',
    hint: 'Write paths relative to the folder of the skill.',
  },
  {
    pattern:
      /(?<![\w@`./-])@(?:~\/|\.{0,2}\/)?[\w./-]*\.(?:md|mdc|txt|json|ya?ml|toml|csv|html?|xml|ts|js|mjs|py|sh)\b/,
    what: 'is replaced by the content of the file',
    hint: 'List the file under "references:", and say when to read it.',
  },
];

export function dynamicPart(text: string): DynamicPart | undefined {
  for (const { pattern, what, hint } of KINDS) {
    const word = pattern.exec(text)?.[0].trim();
    if (word !== undefined) return { word, what, hint };
  }
  return undefined;
}
