/** Shape of `view:` of a tool: how hosts that draw results show its results. */
import { type Static, byType, choice, list, object, text } from '../../spec/shape/build.ts';

const KINDS = ['table', 'cards', 'facts', 'chart', 'image', 'diff', 'json', 'form', 'file'] as const;

type ViewKind = (typeof KINDS)[number];

const property = (what: string) => text(`Property of the result: ${what}`);

const viewMap = object(
  'A view with its parts: one of `table`, `cards`, `chart`, `image`, `diff`, `form`, `file`, and what belongs to it.',
  {},
  {
    table: property('the list of objects whose items are rows.'),
    cards: property('the list of objects whose items are cards.'),
    chart: choice('A chart of the list of `of`.', ['bar', 'line', 'scatter']),
    image: property('the image as base64.'),
    diff: property('a unified diff as text.'),
    form: text(
      'Name of a tool of this server, which the form calls; its fields have the values of the result and of the call.',
    ),
    file: text(
      'A page of yours instead, in the folder of the spec or below it: one HTML file with its scripts and styles in it, which implements MCP Apps.',
      {
        pattern: [
          '^[\\w-][\\w.-]*(?:/[\\w-][\\w.-]*)*\\.html$',
          'a path below the folder of the spec, such as map.html',
        ],
      },
    ),
    of: property('with chart: the list of objects. Default: the first one.'),
    columns: list(
      'With table or cards: properties of an item, in order. Default: all that are no objects.',
      text('Property of an item.'),
      { minItems: 1, uniqueItems: true },
    ),
    title: text('With table or cards: the property that names an item. Default: the first column.'),
    link: text('With table or cards: the property with the web address of an item, which the host opens.'),
    x: text('With chart: the property of an item for the horizontal axis.'),
    y: text('With chart: the property of an item with the numbers.'),
    type: text('With image: its media type, such as image/png.', {
      pattern: ['^image/[a-z0-9.+-]+$', 'a media type such as image/png'],
    }),
    button: text('With form: the text of the button. Default: the title of the tool.'),
  },
);

type ViewMap = Static<typeof viewMap>;

const WORDS = ['table', 'cards', 'facts', 'image', 'json'] as const;

/** `view: table`, or with its parts. */
export const viewShape = byType<(typeof WORDS)[number] | ViewMap>(
  'How hosts with MCP Apps show the result: table, cards, facts, image or json, or a map with one of `table`, `cards`, `chart`, `image`, `diff`, `form`, `file` and its parts. Models and other hosts get the same result as without it.',
  { string: choice('The kind of the view.', [...WORDS]), object: viewMap },
);

type ViewSpec = Static<typeof viewShape>;

/** The keys that belong to each kind, besides the one that names it. */
const PARTS: Readonly<Record<ViewKind, readonly (keyof ViewMap)[]>> = {
  table: ['columns', 'title', 'link'],
  cards: ['columns', 'title', 'link'],
  facts: [],
  chart: ['of', 'x', 'y'],
  image: ['type'],
  diff: [],
  json: [],
  form: ['button'],
  file: [],
};

/** A view in one form: `of` is the property that it shows, where it names one. */
export interface ReadView extends Omit<ViewMap, 'table' | 'cards' | 'chart' | 'image' | 'diff'> {
  readonly kind: ViewKind;
  readonly chart?: NonNullable<ViewMap['chart']>;
  /** The key that has `of`. */
  readonly ofKey?: string;
}

/** Undefined where it names no kind, or several. */
export function readView(view: ViewSpec): ReadView | undefined {
  if (typeof view === 'string') return { kind: view };
  const kinds = kindsIn(view);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return undefined;
  const { table, cards, image, diff, ...rest } = view;
  const of = table ?? cards ?? image ?? diff ?? view.of;
  return { ...rest, kind, ...(of !== undefined && { of, ofKey: kind === 'chart' ? 'of' : kind }) };
}

/** The kinds that a map names. */
export function kindsIn(view: ViewMap): readonly ViewKind[] {
  return KINDS.filter((kind) => Object.hasOwn(view, kind));
}

/** Keys of a map that do nothing with its kind, and those that it needs and does not have. */
export function partsOf(
  view: ViewMap,
  kind: ViewKind,
): { readonly idle: readonly string[]; readonly missing: readonly string[] } {
  const parts: ReadonlySet<string> = new Set<string>([kind, ...PARTS[kind]]);
  const needed = kind === 'chart' ? ['x', 'y'] : kind === 'image' ? ['type'] : [];
  return {
    idle: Object.keys(view).filter((key) => !parts.has(key)),
    missing: needed.filter((key) => !Object.hasOwn(view, key)),
  };
}
