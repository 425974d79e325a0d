/** What a view shows of the results of its tool. */
import { meantOr } from '../../analysis/unknown-name.ts';
import { type Schema } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { type ViewedTool, isObjectList, isOfList, mayBeNumber, viewedTool } from '../../analysis/viewed.ts';
import { kindsIn, partsOf } from '../../documents/view.ts';
import { rule } from '../../rule.ts';

const SOURCE = 'MCP Apps 2026-01-26 (a view is fed by structuredContent)';

/** A tool that returns loans, with this view. */
function loansWith(view: string, more = ''): string {
  return `view: ${view}
returns: { type: object, properties: { total: { type: integer }, loans: { type: array, items: { type: object, properties: { title: { type: string }, url: { type: string }, days: { type: integer } } } } } }
${more}`;
}

export const oneKind = rule({
  id: 'view/one-kind',
  subject: 'tool',
  severity: 'error',
  locked: true,
  says: 'A view must be of one kind, and have only the keys of that kind.',
  why: 'A page shows a result in one way. A key of another kind would do nothing, and a chart without its axes shows nothing.',
  source: SOURCE,
  good: [
    loansWith('{ table: loans, columns: [title] }'),
    loansWith('{ chart: bar, x: title, y: days }'),
    loansWith('facts'),
  ],
  bad: [
    loansWith('{ table: loans, cards: loans }'),
    loansWith('{ columns: [title] }'),
    loansWith('{ chart: bar, x: title }'),
    loansWith('{ cards: loans, y: days }'),
  ],
  check({ spec: { name, view } }, report) {
    if (view === undefined || typeof view === 'string') return;
    const [kind, ...others] = kindsIn(view);
    if (kind === undefined || others.length > 0) {
      const actual = kind === undefined ? 'no kind' : `${others.length + 1} kinds: ${[kind, ...others].join(', ')}`;
      report(
        ['view'],
        say`The view of "${name}" has ${actual}.`,
        'Name one of table, cards, chart, image, diff, form and file, or write `view: facts` or `view: json`.',
      );
      return;
    }
    const { idle, missing } = partsOf(view, kind);
    for (const key of idle)
      report(
        ['view', key],
        say`The view of "${name}" is of the kind ${kind}, which does not use \`${key}\`.`,
        `Remove \`${key}\`.`,
      );
    for (const key of missing)
      report(['view'], say`The view of "${name}" is of the kind ${kind}, and has no \`${key}\`.`, `Add \`${key}\`.`);
  },
});

export const propertyUnknown = rule({
  id: 'view/property-unknown',
  subject: 'tool',
  severity: 'error',
  says: 'Every property that a view names must be in the result of its tool.',
  why: 'A column that no result has is empty in every row, and a list that no result has shows nothing.',
  source: SOURCE,
  follows: ['view/one-kind'],
  good: [
    loansWith('{ table: loans, columns: [title, days], link: url }'),
    loansWith('{ chart: bar, of: loans, x: title, y: days }'),
  ],
  bad: [
    loansWith('{ table: loan }'),
    loansWith('{ table: loans, columns: [titel] }'),
    loansWith('{ cards: loans, link: address }'),
    loansWith('{ chart: bar, x: title, y: dys }'),
    loansWith('{ diff: patch }'),
  ],
  check({ spec }, report) {
    const content = viewedTool(spec);
    if (!content) return;
    for (const { path, name, properties } of namesIn(content)) {
      if (properties === undefined || Object.hasOwn(properties, name)) continue;
      const names = Object.keys(properties);
      const list = names.slice(0, 12).join(', ') || 'the properties of `returns`';
      report(
        ['view', ...path],
        say`The view of "${spec.name}" names property "${name}", which its ${path[0] === content.view.ofKey ? 'result' : 'list'} does not have.`,
        meantOr(name, names, `Name one of ${list}, or add the property to \`returns\`.`),
      );
    }
  },
});

interface NamedProperty {
  readonly path: readonly (string | number)[];
  readonly name: string;
  /** Undefined where the schema does not say. */
  readonly properties: Readonly<Record<string, Schema>> | undefined;
}

function namesIn({ view, properties, item }: ViewedTool): readonly NamedProperty[] {
  const { of, ofKey, columns = [] } = view;
  const own = (['title', 'link', 'x', 'y'] as const).flatMap((key) => {
    const name = view[key];
    return name === undefined ? [] : [{ path: [key], name, properties: item }];
  });
  return [
    ...(of !== undefined && ofKey !== undefined ? [{ path: [ofKey], name: of, properties }] : []),
    ...columns.map((name, index) => ({ path: ['columns', index], name, properties: item })),
    ...own,
  ];
}

export const notAList = rule({
  id: 'view/not-a-list',
  subject: 'tool',
  severity: 'error',
  says: 'A table, cards and a chart must show a list of objects.',
  why: 'Each row, card or mark is an object of the list. Where there is none, the view shows the result as JSON.',
  source: SOURCE,
  follows: ['view/one-kind'],
  good: [loansWith('table'), loansWith('{ cards: loans }')],
  bad: [
    loansWith('{ table: total }'),
    'view: cards\nreturns: { type: object, properties: { total: { type: integer } } }',
  ],
  check({ spec }, report) {
    const content = viewedTool(spec);
    if (!content || !isOfList(content.view) || content.properties === undefined) return;
    const { view, properties, of } = content;
    const schema = of === undefined ? undefined : properties[of];
    // A property that is not there is reported as that.
    if (schema ? isObjectList(schema) : of !== undefined) return;
    const lists = Object.keys(properties).filter((name) => isObjectList(properties[name] ?? {}));
    const what =
      of === undefined
        ? say`The result of "${spec.name}" has no list of objects, which its view needs.`
        : say`The view of "${spec.name}" shows "${of}", which is no list of objects.`;
    const hint =
      lists.length > 0
        ? `Name one of ${lists.join(', ')}.`
        : 'Use `view: facts`, or describe the items of the list in `returns`.';
    report(view.ofKey === undefined ? ['view'] : ['view', view.ofKey], what, hint);
  },
});

export const axisNotANumber = rule({
  id: 'view/axis-not-a-number',
  subject: 'tool',
  severity: 'error',
  says: 'The vertical axis of a chart must be a number, and both axes of points.',
  why: 'A text has no height: the page leaves out every mark without a number, and the chart is empty.',
  source: SOURCE,
  follows: ['view/one-kind'],
  good: [loansWith('{ chart: bar, x: title, y: days }'), loansWith('{ chart: line, x: days, y: days }')],
  bad: [loansWith('{ chart: bar, x: days, y: title }'), loansWith('{ chart: scatter, x: title, y: days }')],
  check({ spec }, report) {
    const content = viewedTool(spec);
    if (!content?.item || content.view.kind !== 'chart') return;
    const axes = content.view.chart === 'scatter' ? (['x', 'y'] as const) : (['y'] as const);
    for (const axis of axes) {
      const name = content.view[axis];
      const schema = name === undefined ? undefined : content.item[name];
      if (name === undefined || schema === undefined || mayBeNumber(schema)) continue;
      const numbers = Object.entries(content.item).filter(([, one]) => mayBeNumber(one));
      report(
        ['view', axis],
        say`\`${axis}\` of the view of "${spec.name}" is "${name}", which is no number.`,
        numbers.length > 0
          ? `Name one of ${numbers.map(([one]) => one).join(', ')}.`
          : 'Use `view: table`: the items have no numbers.',
      );
    }
  },
});

/** What parameters that bound a list are called; a list of a tool with none is as long as the service makes it. */
const BOUNDS = /^(limit|max|top|first|count|size|page|per_page|page_size|offset|cursor|n)$|^max_|_limit$|^num_/;

export const unpaged = rule({
  id: 'view/unpaged',
  subject: 'tool',
  severity: 'warning',
  says: 'A list that a view shows should have a bound.',
  why: 'A host replaces a result that is too long: from about 150,000 characters on, some show neither the result nor the view.',
  source: 'MCP Apps 2026-01-26; hosts replace long results by a pointer',
  follows: ['view/one-kind'],
  good: [
    loansWith(
      'table',
      'parameters: { limit: { type: integer, minimum: 1, maximum: 50, default: 20, description: How many loans to return at most. } }',
    ),
    'view: table\nreturns: { type: object, properties: { loans: { type: array, maxItems: 50, items: { type: object, properties: { title: { type: string } } } } } }',
  ],
  bad: [
    loansWith('table'),
    loansWith(
      '{ chart: line, x: days, y: days }',
      'parameters: { query: { type: string, description: Words to look for. } }',
    ),
  ],
  check({ spec }, report) {
    const content = viewedTool(spec);
    if (!content || !isOfList(content.view) || content.of === undefined) return;
    if (content.properties?.[content.of]?.maxItems !== undefined) return;
    if (Object.keys(spec.parameters ?? {}).some((name) => BOUNDS.test(name))) return;
    report(
      ['view'],
      say`The view of "${spec.name}" shows the list "${content.of}", which has no bound.`,
      `Add a parameter \`limit\`, or \`maxItems\` to "${content.of}" in \`returns\`.`,
    );
  },
});
