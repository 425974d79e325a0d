/** What `haft explain` says of the findings that no rule makes: figures of a run of evals, and names and files that a check leaves out. */

interface Explained {
  readonly id: string;
  readonly says: string;
  readonly why: string;
  readonly next: string;
}

export const RUN_FINDINGS: readonly Explained[] = [
  {
    id: 'eval/figures',
    says: 'The figures of a run of evals, in formats that print findings.',
    why: 'They show how many cases of each choice are right, and fail nothing.',
    next: 'See the whole run with `haft eval --format html`.',
  },
  {
    id: 'eval/choice',
    says: 'A choice of haft.yaml must name servers, skills and tools that exist.',
    why: 'A case that expects what the choice does not have can never be right.',
    next: 'Correct the name that the finding quotes, or add what it names.',
  },
  {
    id: 'eval/comparison',
    says: 'The verdict of a run of evals that compares two texts.',
    why: 'Only a loss that chance does not explain is called worse.',
    next: 'See which cases were lost with `haft eval --against contract --format html`.',
  },
  {
    id: 'eval/gate',
    says: 'The reason why a run of evals failed or is void.',
    why: 'The exit code depends on it: a run passes only with enough evidence.',
    next: 'Read the sentence of the finding: it names the choice and the pass mark.',
  },
  {
    id: 'skill/files-left',
    says: 'A file in the folder of an imported skill should be copied with it.',
    why: 'A skill that names a file that hosts do not get fails where the file is read.',
    next: 'Follow the hint of the finding: it names the file and the reason.',
  },
  {
    id: 'tool/server-known',
    says: 'A tool in a document of its own must name a server that exists.',
    why: 'A tool without a server is in no list that a model reads.',
    next: 'Correct the name in `server:`, or add the server.',
  },
];
