/** The top of the page: the verdict, who breaks, what models see, what is not allowed, what to do; then dates and versions. */
import type { Change } from '../../versions/change.ts';
import { type Affected, type Digest, type NextStep, affectedTools } from '../changes/digest.ts';
import { subjectOf } from '../../versions/target.ts';
import { cut, listNames } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { placeWithin, whatHappened } from '../changes/sentence.ts';
import { type ChangeReport, listedChanges } from '../changes/report.ts';
import { type Markup, NOTHING, anchorOf, markup, prose } from './markup.ts';

export function overviewHtml(summary: Digest, report: ChangeReport): Markup {
  const { tone, headline, says } = summary;
  return markup`<section class="overview" aria-labelledby="verdict">
    <div class="verdict ${tone}">
      <h2 id="verdict">${headline}</h2>
      <p>${says}</p>
    </div>
    ${report.changes.length === 0 ? NOTHING : cards(summary, new Set(affectedTools(listedChanges(report)).map(anchorOf)))} ${stepsHtml(summary.steps)} ${statusTables(report)}
  </section>\n`;
}

function cards({ breaks, undecided, differs, sees, notAllowed }: Digest, listedBelow: ReadonlySet<string>): Markup {
  const card = (title: string, sort: string, lists: readonly List[], none: string): Markup =>
    cardHtml(title, sort, lists, none, listedBelow);
  return markup`<div class="cards">
    ${card('Not allowed', 'not-allowed', [[notAllowed]], 'None: all changes follow the versioning rules.')}
    ${card('Breaking', 'breaking', [[breaks], [undecided, 'possibly breaking']], 'None is known.')}
    ${card('Results may differ', 'risky', [[differs]], 'None is known.')}
    ${card('Visible to models', 'risky', [[sees]], 'None is known.')}
  </div>`;
}

type List = readonly [affected: readonly Affected[], remark?: string];

function cardHtml(
  title: string,
  sort: string,
  lists: readonly List[],
  none: string,
  listedBelow: ReadonlySet<string>,
): Markup {
  const count = lists.flatMap(([all]) => all).reduce((sum, { changes }) => sum + changes.length, 0);
  const items = lists.map(([all, remark]) => list(all, listedBelow, remark));
  const body = count > 0 ? markup`<ul>${items}</ul>` : markup`<p class="none">${none}</p>`;
  const number =
    count > 0
      ? markup` <span class="number">${count}<span class="said"> ${count === 1 ? 'change' : 'changes'}</span></span>`
      : NOTHING;
  return markup`<section class="card ${count > 0 ? sort : 'quiet'}">
    <h3>${title}${number}</h3>
    ${body}
  </section>\n`;
}

const MAX_SERVERS = 6;

function list(all: readonly Affected[], listedBelow: ReadonlySet<string>, remark?: string): Markup {
  const items = all.slice(0, MAX_SERVERS).map((one) => {
    const kind = one.kind === 'tool' ? '' : `${one.kind} `;
    const note = `${remark === undefined ? '' : `${remark}: `}${inBrief(one)}`;
    const name = cut(one.name, 80);
    const anchor = anchorOf(one);
    const link = listedBelow.has(anchor) ? markup`<a href="#${anchor}">${name}</a>` : markup`<bdi>${name}</bdi>`;
    return markup`<li>${kind}${link} <span class="note">${note}</span></li>\n`;
  });
  const more = all.length - MAX_SERVERS;
  return markup`${items}${more > 0 ? markup`<li class="note">and ${more} more</li>` : NOTHING}`;
}

/** `limit: bounds tightened, step 4 changed`. */
function inBrief({ changes }: Affected): string {
  return listNames([...new Set(changes.map(brief))], 2);
}

/** A word that is in both the place and the kind is printed once. */
function brief(change: Change): string {
  const named = /"([^"]*)"/.exec(placeWithin(change))?.[1] ?? placeWithin(change);
  const [first = '', ...rest] = whatHappened(change).split(' ');
  if (named === '' || [first, ...rest].includes(named)) return [first, ...rest].join(' ');
  if (named.startsWith(`${first} `)) return [cut(named, 40), ...rest].join(' ');
  return `${cut(named, 40)}: ${[first, ...rest].join(' ')}`;
}

function stepsHtml(steps: readonly NextStep[]): Markup {
  if (steps.length === 0) return NOTHING;
  const items = steps.slice(0, 10).map(({ says, about }) => {
    const subjects = listNames(
      about.map((one) => cut(one, 120)),
      3,
    );
    return markup`<li>${prose(says)}${about.length > 0 ? markup` <span class="note">${subjects}</span>` : NOTHING}</li>\n`;
  });
  const more =
    steps.length > 10 ? markup`<p class="note">… and ${pluralize(steps.length - 10, 'step')} more below.</p>` : NOTHING;
  return markup`<section class="steps"><h3>Next steps</h3><ol>${items}</ol>${more}</section>`;
}

/** Facts that do not depend on the changes. */
function statusTables({ staleEvals, texts, deprecated, versions }: ChangeReport): Markup {
  const stale = staleEvals.map(({ kind, name, cases, because, problem }) => {
    return [`${kind} ${name}`, String(cases), listNames(because, 8), problem];
  });
  const meanings = texts.map(({ server, tool, path, decision }) => {
    const verdict = decision ? [decision.decision, decision.reason, decision.date] : ['undecided', '', ''];
    return [subjectOf({ server, tool, path }), ...verdict];
  });
  const tools = deprecated.map(({ tool, use, daysLeft, removeAfter }) => {
    return [tool, daysLeft < 0 ? 'can be removed' : pluralize(daysLeft, 'day'), removeAfter, use];
  });
  const advice = versions.map(({ name, released, written, suggested, enough }) => {
    return [name, released, written, enough ? `${written} is sufficient` : `set to ${suggested}`];
  });
  const tables = [
    table('Stale evals', ['Rerun', 'Cases', 'Changed', 'Reason'], stale),
    table('Meaning of changed texts', ['Text', 'Decision', 'Reason', 'Date'], meanings),
    table('Deprecated tools', ['Tool', 'Left', 'Until', 'Use instead'], tools),
    table('Versions', ['Name', 'Released', 'Current', 'Verdict'], advice),
  ].filter((one) => String(one) !== '');
  return tables.length === 0 ? NOTHING : markup`<div class="standing">${tables}</div>`;
}

const MAX_ROWS = 60;

function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): Markup {
  if (rows.length === 0) return NOTHING;
  const body = rows.slice(0, MAX_ROWS).map(([first = '', ...cells]) => {
    const rest = cells.map((cell, index) => markup`<td data-head="${heads[index + 1] ?? ''}">${cellHtml(cell)}</td>`);
    return markup`<tr><th scope="row">${cut(first, 120)}</th>${rest}</tr>\n`;
  });
  const more = rows.length > MAX_ROWS ? markup`<p class="note">… and ${rows.length - MAX_ROWS} more</p>` : NOTHING;
  return markup`<section><h3>${title}</h3>
    <div class="scroll"><table><thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${body}</tbody></table></div>${more}</section>\n`;
}

function cellHtml(text: string): Markup {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? markup`<time>${text}</time>` : markup`${cut(text, 300)}`;
}
