/** Symptoms of the file of a host, and of the entries in it. */
import { type ListedSymptom, type SymptomPlace, inFiles, inServers } from '../symptom.ts';
import { command, freshEntry, writeAgain } from '../fix.ts';
import { type MistypedValue, isOurs } from '../observed.ts';

export const ENTRIES: readonly ListedSymptom[] = [
  {
    id: 'file-unread',
    symptom: 'Doctor cannot see everything',
    cause: 'a file of the project cannot be read, so what depends on it was not examined',
    fix: 'the step that the finding shows',
    byHand: 'the file is not one that Haft may replace',
    shared: true,
    look: ({ output }) =>
      output.unread.map(({ file, message, hint }) => ({ file, cause: message, fix: { say: hint } })),
  },
  {
    id: 'file-refused',
    cause:
      'the host cannot read the file because of a comment, a trailing comma, a byte order mark or an error in it; or `haft install` cannot change it, because its servers are no map, or in it twice, or on one line',
    fix: 'correct the line that the finding shows',
    byHand: 'the rest of the file belongs to the user',
    look: inFiles(({ problem, unchangeable, servers, scope }, { host }) => {
      if (unchangeable && servers.length === 0) {
        const { line, message, hint } = unchangeable;
        return [{ line, cause: `\`haft install\` cannot change the file. ${message}`, fix: { say: hint } }];
      }
      if (!problem) return [];
      const { format } = host.config[scope] ?? {};
      // The host may read what Haft does not.
      const isCertain = format?.syntax !== 'json' || format.json5 !== true;
      const start = isCertain ? `${host.title} does not read the file. ` : '';
      return [{ line: problem.line, cause: `${start}${problem.message}`, fix: { say: problem.hint } }];
    }),
  },
  {
    id: 'not-connected',
    cause: 'the entry is absent, or in a file that the host does not read',
    fix: '`haft install <host>` with `--user` or `--project`',
    look: (observed) => {
      const { host, isChosen, files, elsewhere } = observed;
      if (!isChosen || files.some(isOurs)) return [];
      const read = files.map(({ file }) => file).join(' and ');
      const notes = elsewhere.map(({ file, name }) => `"${name}" is in ${file}, which it does not read.`);
      return [
        {
          cause: [
            `${host.title} reads ${read}: ${files.length > 1 ? 'they have' : 'it has'} no server from Haft.`,
            ...notes,
          ].join(' '),
          fix: { commands: [command(observed, 'install', host.id, host.config.user ? '--user' : '--project')] },
        },
      ];
    },
  },
  {
    id: 'wrong-key',
    cause: 'the entry is below a key of another host, such as `mcpServers` where the host reads `servers`',
    fix: '`haft install`; the other entry can go',
    look: inFiles(({ misplaced, scope }, observed) =>
      misplaced.map(({ name, key }) => ({
        server: name,
        key,
        cause: `${observed.host.title} reads servers below "${observed.host.container.join('.')}"; this one is below "${key.split('.')[0]}".`,
        fix: writeAgain(observed, scope, freshEntry(observed, name)),
      })),
    ),
  },
  {
    id: 'entry-gone',
    cause: 'the entry that Haft wrote is no longer in the file',
    fix: '`haft install` again, or `haft install --remove`',
    look: inFiles(({ missing, scope }, observed) =>
      missing.map((name) => ({
        server: name,
        key: [...observed.host.container, name].join('.'),
        cause: 'Haft wrote this entry, but it is no longer in the file.',
        fix: writeAgain(observed, scope, freshEntry(observed, name)),
      })),
    ),
  },
  {
    id: 'entry-hidden',
    symptom: 'Host shows old tools, or none',
    cause: 'another file that the host reads has a different entry of the same name, which the host takes instead',
    fix: 'remove or rename the other entry',
    byHand: 'the other entry is not from Haft',
    look: inServers(
      ({ hiddenBy, name }, { observed: { host } }) =>
        hiddenBy !== undefined && {
          cause: `${hiddenBy} has another entry "${name}", which ${host.title} takes instead of this one.`,
          fix: { say: `Remove or rename "${name}" in ${hiddenBy}.` },
        },
    ),
  },
  {
    id: 'not-approved',
    cause: 'the servers of the file are not approved, or the folder is not trusted',
    fix: 'the step that the finding shows; Haft never takes it for you',
    byHand: 'the decision is the user’s',
    look: inServers(
      ({ name }, { file: { approved, scope }, observed: { host } }) =>
        approved(name) === false && {
          cause: `${host.title} does not start this server: it is not approved, or the folder is not trusted.`,
          fix: { say: host.approve?.[scope] ?? 'Approve it in the host.' },
        },
    ),
  },
  {
    id: 'wrong-type',
    cause: 'a value in the file has another type than the host takes, and the host skips the entry or the whole file',
    fix: 'the type that the finding shows; in an entry, `haft install --force` replaces it',
    byHand: 'settings outside of the entry belong to the user',
    look: inFiles((file, observed) => {
      const sentence = ({ key, found, setting }: MistypedValue): Pick<SymptomPlace, 'key' | 'cause'> => {
        const article = setting.type === 'map of strings' ? 'a map whose values are strings' : `a ${setting.type}`;
        return {
          key,
          cause: `This must be ${article}; it is ${found}. Otherwise ${observed.host.title} ${setting.effect}.`,
        };
      };
      return [
        ...file.mistyped.map((one) => ({ ...sentence(one), fix: { say: `Correct "${one.key}" in ${file.file}.` } })),
        ...file.servers.flatMap((server) =>
          server.mistyped.map((one) => ({
            server: server.name,
            ...sentence(one),
            fix: writeAgain(observed, file.scope, { ...server, own: false }),
          })),
        ),
      ];
    }),
  },
  {
    id: 'entry-form',
    cause: '`command` is a list where the host expects a string, or the reverse',
    fix: '`haft install --force`, which writes the form of the host',
    blocks: true,
    look: inServers(
      ({ form }, { observed: { host } }) =>
        form.kind === 'wrong' && {
          key: form.key,
          cause: `${host.title} expects ${form.expected} here; it is ${form.found}.`,
        },
    ),
  },
  {
    id: 'url-without-type',
    cause: 'an entry with an address has no `type`, by which the host recognizes it',
    fix: '`haft install --force`, which writes it',
    look: inServers(
      ({ form }, { observed: { host } }) =>
        form.kind === 'address' &&
        form.missing.map(({ key, value }) => ({
          key,
          cause: `${host.title} recognizes an entry with an address by "${key}" with the value "${value}", which is missing.`,
        })),
    ),
  },
  {
    id: 'env-beside-url',
    symptom: 'Host does not start, or shows no tool from any server',
    cause: 'An entry has both `env` and `url`, and the host rejects its whole file',
    fix: '`haft install --force`, which writes the entry without `env`: a server that listens has its own environment',
    look: inServers(({ form }, { observed: { host } }) => {
      if (form.kind !== 'address' || form.env === undefined || !host.refusesEnvBesideUrl) return undefined;
      return {
        key: form.env,
        cause: `${host.title} rejects its whole file if an entry has an address and "${form.env}".`,
      };
    }),
  },
];
