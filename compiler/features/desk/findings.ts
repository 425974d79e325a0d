/** Findings as an editor shows them: the message, and the next step as its second line. */
import type { Diagnostic, SourceFile, Span } from '../../base/diagnostic.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { type LineRange, rangeOf } from './positions.ts';

export interface Placing {
  readonly sourceOf: (file: string) => SourceFile | undefined;
  readonly uriOf: (file: string) => string;
}

/** As the Language Server Protocol has it. */
export interface LspDiagnostic {
  readonly range: LineRange;
  readonly severity: 1 | 2 | 3;
  readonly code: string;
  readonly source: 'haft';
  readonly message: string;
  readonly relatedInformation?: readonly { readonly location: LspLocation; readonly message: string }[];
  /** 1: shown faded, because it has no effect. 2: struck through, because it is deprecated. */
  readonly tags?: readonly (1 | 2)[];
}

interface LspLocation {
  readonly uri: string;
  readonly range: LineRange;
}

const SEVERITY = { error: 1, warning: 2, note: 3 } as const;

export function shownFinding(finding: Diagnostic, placing: Placing): LspDiagnostic {
  const { code, severity, message, hint, span, related = [] } = finding;
  const { range } = locationOf(span, placing);
  const relatedInformation = related.map((one) => ({
    location: locationOf(one.span, placing),
    message: escapeUnsafe(one.message),
  }));
  return {
    range,
    severity: SEVERITY[severity],
    code,
    source: 'haft',
    message: escapeUnsafe(hint === undefined ? message : `${message}\n${hint}`),
    ...(relatedInformation.length > 0 && { relatedInformation }),
    ...(code === 'suppression/unused' && { tags: [1] as const }),
    // The place is the name of a deprecated tool.
    ...(code === 'tool/deprecated-chain' && { tags: [2] as const }),
  };
}

export function locationOf(span: Span, { sourceOf, uriOf }: Placing): LspLocation {
  const source = sourceOf(span.file) ?? { path: span.file, text: '' };
  return { uri: uriOf(span.file), range: rangeOf(source, span) };
}

/** What the schema of the language says as well: a YAML server that has it reports these. */
const OF_SCHEMA: ReadonlySet<string> = new Set([
  'spec/unknown-key',
  'spec/missing-key',
  'spec/wrong-type',
  'spec/not-allowed',
  'spec/format',
  'spec/key-format',
  'spec/length',
  'spec/bound',
  'spec/twice',
  'spec/shape',
  'spec/kind',
]);

/** What a YAML server says already that runs next to this one. */
export interface YamlServer {
  /** `auto`: of the files that name a schema, its YAML server speaks. */
  readonly schema: 'ours' | 'theirs' | 'auto';
  /** Every YAML server reports syntax errors. */
  readonly syntax: 'ours' | 'theirs';
}

export function isSchemaOfOthers({ schema }: YamlServer, text: string): boolean {
  return schema === 'auto' ? /^# *yaml-language-server: *\$schema=/m.test(text) : schema === 'theirs';
}

export function isLeftToYamlServer({ code }: Pick<Diagnostic, 'code'>, yamlServer: YamlServer, text: string): boolean {
  if (code.startsWith('yaml/')) return yamlServer.syntax === 'theirs';
  return OF_SCHEMA.has(code) && isSchemaOfOthers(yamlServer, text);
}
