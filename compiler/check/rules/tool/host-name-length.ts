/** The name of a tool in a host does not exceed that host's limit. */
import { rule } from '../../rule.ts';
import type { Host } from '../../../spec/hosts/host.ts';

export const hostNameLength = rule({
  id: 'tool/host-name-length',
  subject: 'tool',
  severity: 'error',
  imported: 'warning',
  says: 'The name under which a host shows a tool must not exceed the limit of that host.',
  why: 'Hosts prefix a tool name with the server name; above the limit they truncate the name or drop the tool, and some drop every tool of the server.',
  source: 'EXT §4.1 (Call tool takes a name); MCP hosts’ limits for joined names',
  good: ['name: search_books', 'name: list_overdue_loans_of_readers_by_room_name'],
  bad: [
    'name: get_status_of_interlibrary_loan_by_reader_and_editions',
    'name: retrieve_all_bibliographic_records_matching_the_given_subject_heading_and_year',
  ],
  check({ spec, server }, report, { settings }) {
    const { name } = spec;
    if (!server) return;
    const over = settings.hosts
      .flatMap(({ id, toolName }) =>
        toolName?.maxLength === undefined ? [] : [{ id, max: toolName.maxLength, form: toolName.form }],
      )
      .filter(({ form, max }) => form.length - PLACES.length + server.spec.name.length + name.length > max)
      .map((host) => ({ ...host, joined: joinedName(host, server.spec.name, name) }))
      .sort((a, b) => b.joined.length - b.max - (a.joined.length - a.max));
    const [worst, ...others] = over;
    if (!worst) return;
    const { id, joined, max } = worst;
    const also = others.length > 0 ? `; it is too long for ${others.map((other) => other.id).join(', ')} as well` : '';
    report(
      ['name'],
      `In ${id}, tool "${name}" is called "${joined}": ${joined.length} characters where ${max} are allowed${also}.`,
      `Shorten the name of the tool or of server "${server.spec.name}" by ${joined.length - max} characters.`,
    );
  },
});

/** In every form once. */
const PLACES = '{server}{tool}';

function joinedName({ form }: Pick<NonNullable<Host['toolName']>, 'form'>, server: string, tool: string): string {
  return form.replace('{server}', () => server).replace('{tool}', () => tool);
}
