/** A container image of each server that listens: its Dockerfile and its file, for Docker, Podman and Kubernetes. */
import type { ServerPlan } from '../../../plan/model.ts';
import { movedTo, oneLine, textFile, variableComments } from '../files.ts';
import { besidesListening, listening, listeningFlag, noListener } from '../transports.ts';
import type { PackFormat } from '../format.ts';

export const containerFormat: PackFormat = {
  id: 'container',
  title: 'Dockerfile of each server that listens',
  verified: 'docs',
  leavesOut: (content) =>
    besidesListening(content, 'add them to the Dockerfile', 'An image has servers only, no skills.', IN_IMAGE),
  obstacle: noListener,
  files: (content) =>
    listening(content).flatMap(({ plan, script }) => [
      textFile(`${plan.name}/Dockerfile`, dockerfile(plan)),
      movedTo(plan.name, { ...script, executable: true }, 'server.mjs'),
    ]),
};

/** Programs that `node:22-alpine` has. */
const IN_IMAGE = ['node', 'npm', 'npx', 'sh'];

/** Nothing of it is built here: the platform of the user builds it. */
function dockerfile(server: ServerPlan): string {
  const { name, title, version, env, auth } = server;
  // OCI image spec, annotations.
  const labels = { title, version };
  return `# docker build -t ${name}:${version} . && docker run -p 8765:8765 ${auth ? '-e HAFT_URL' : '-e HAFT_TOKEN'} ${name}:${version}
${variableComments(env, '-e ')}FROM node:22-alpine
${Object.entries(labels)
  .map(([key, text]) => `LABEL org.opencontainers.image.${key}=${quote(text)}\n`)
  .join('')}WORKDIR /srv
COPY server.mjs ./
USER node
ENV HAFT_HOST=0.0.0.0 HAFT_PORT=8765
EXPOSE 8765
HEALTHCHECK --interval=10s --timeout=3s CMD wget -q --spider http://127.0.0.1:$HAFT_PORT/livez
ENTRYPOINT ["node", "server.mjs", "${listeningFlag(server)}"]
`;
}

/** A string of a Dockerfile, in which nothing is a variable. */
function quote(text: string): string {
  return JSON.stringify(oneLine(text)).replaceAll('$', '\\$');
}
