/** All report formats: a new one is a file, its name in `format-names.ts`, and a line here (a run of evals: `features/evals/report/formats.ts`); the types require both kinds. */
import type { ReportFormat } from './format.ts';
import type { FormatName } from './format-names.ts';
import { github } from './formats/github.ts';
import { gitlab } from './formats/gitlab.ts';
import { html } from './formats/html.ts';
import { json } from './formats/json.ts';
import { junit } from './formats/junit.ts';
import { lines } from './formats/lines.ts';
import { markdown } from './formats/markdown.ts';
import { sarif } from './formats/sarif.ts';
import { text } from './formats/text.ts';

export const FORMATS: Readonly<Record<FormatName, ReportFormat>> = {
  text,
  lines,
  json,
  sarif,
  github,
  gitlab,
  junit,
  markdown,
  html,
};
