// An engine that repeats the key that it was sent, in every place of its response. The model is the place.
import { createServer } from 'node:http';

const base64 = (text) => Buffer.from(text).toString('base64');

createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { model } = JSON.parse(text);
  const key = (request.headers.authorization ?? '').replace('Bearer ', '');
  const all = `${key} ${encodeURIComponent(key)} ${base64(key)} ${base64(`user:${key}`)} ${JSON.stringify(key)}`;
  const call = {
    id: '1',
    type: 'function',
    function: { name: `get_${all}`, arguments: JSON.stringify({ [all]: all }) },
  };
  const said = {
    text: { role: 'assistant', content: `${all}?` },
    call: { role: 'assistant', content: all, tool_calls: [call] },
    wrong: { role: 'assistant', content: '', tool_calls: [{ function: { name: 'get_time', arguments: all } }] },
  }[model];
  response.writeHead(model === 'refused' ? 400 : model === 'key' ? 401 : 200, { 'content-type': 'application/json' });
  if (said) response.end(JSON.stringify({ choices: [{ message: said, finish_reason: 'stop' }] }));
  else response.end(model === 'half' ? `{"error": ${all}` : JSON.stringify({ error: { message: all } }));
}).listen(0, '127.0.0.1', function listening() {
  console.log(this.address().port);
});
