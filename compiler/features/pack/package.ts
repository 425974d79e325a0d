/** The Plan, the metadata of the project and the compiled files → the content of packages. */
import { oneLine } from './files.ts';
import type { PackFile, Package, PackageDetails } from './format.ts';
import type { Plan } from '../../plan/model.ts';

/** `pack:` of haft.yaml, and the name of the project's folder. */
export interface PackSettings extends Partial<PackageDetails> {
  readonly folder: string;
}

/** `compiled` are the files of the output folder. */
export function packageOf(plan: Plan, settings: PackSettings, compiled: readonly PackFile[]): Package {
  const name = settings.name ?? nameFrom(settings.folder);
  const all = [...plan.servers, ...plan.skills];
  // By number, part for part.
  const versions = all.map(({ version }) => version).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const below = (folder: string): PackFile[] =>
    compiled.flatMap((file) =>
      file.path.startsWith(`${folder}/`) ? [{ ...file, path: file.path.slice(folder.length + 1) }] : [],
    );
  return {
    name,
    version: settings.version ?? versions.at(-1) ?? '0.1.0',
    description: oneLine(settings.description ?? packageDescription(plan)),
    author: settings.author ?? name,
    license: settings.license,
    homepage: settings.homepage,
    namespace: settings.namespace,
    scope: settings.scope,
    servers: plan.servers.flatMap((server) =>
      below(`servers/${server.name}`).flatMap((script) =>
        script.path === 'server.mjs' ? [{ plan: server, script }] : [],
      ),
    ),
    // Evals are for those who write a skill, not for those who use it.
    skills: plan.skills.map((skill) => ({
      plan: skill,
      files: below(`skills/${skill.name}`).filter(({ path }) => !path.startsWith('evals/')),
    })),
  };
}

/** A folder may have any name. */
function nameFrom(folder: string): string {
  const plain = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64);
  return plain.split('-').filter(Boolean).join('-') || 'package';
}

function packageDescription({ servers, skills }: Plan): string {
  const titles = [...servers, ...skills].map(({ title }) => title);
  const list = titles.slice(0, 8).join(', ');
  return titles.length > 8 ? `${list} and ${titles.length - 8} more.` : `${list}.`;
}

/** Sentences for the person who makes it. */
export function upstreamNotes({ servers }: Pick<Package, 'servers'>): string[] {
  return servers.flatMap(({ plan }) =>
    Object.entries(plan.upstreams ?? {}).flatMap(([name, { command }]) => {
      if (command === undefined) return [];
      const own = command.find((part) => /^(?:\/|~|[A-Za-z]:[\\/])/.test(part));
      const here =
        own === undefined ? '' : ` "${own}" is a path of this machine: write a package or a variable instead.`;
      return [`${plan.name}: upstream "${name}" runs \`${command.join(' ')}\`, which must be installed there.${here}`];
    }),
  );
}
