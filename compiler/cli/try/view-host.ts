/** The part of the page that is the host of views: a frame without an origin, and its messages. */

export const VIEW_HOST = `
  // The other end of a view (MCP Apps 2026-01-26).
  const talk = (frame, context, input, result) => {
    const name = open.name;
    const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    const notify = (method, params) => post({ method: 'ui/notifications/' + method, params });
    const listen = async ({ source, data }) => {
      if (!frame.isConnected) return removeEventListener('message', listen);
      if (source !== frame.contentWindow || !data || data.jsonrpc !== '2.0') return;
      const { id, method, params = {} } = data;
      if (method === 'ui/initialize')
        post({ id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'haft try', version: '1' }, hostCapabilities: { serverTools: {}, openLinks: {} }, hostContext: context() } });
      else if (method === 'ui/notifications/initialized') {
        notify('tool-input', { arguments: input });
        notify('tool-result', result);
      } else if (method === 'ui/notifications/size-changed') frame.style.height = Number(params.height) + 'px';
      else if (method === 'ui/open-link') {
        say('The view asks to open ' + params.url);
        post({ id, result: {} });
      } else if (method === 'tools/call') {
        try {
          const wanted = { tool: name.slice(0, name.indexOf('/') + 1) + params.name, arguments: params.arguments || {} };
          let reply = await ask('/api/call', { ...wanted, agreed: false });
          if (reply.ask && confirm(reply.ask)) reply = await ask('/api/call', { ...wanted, agreed: true });
          if (reply.ask) throw new Error('The user did not agree to the call.');
          const { success, result: envelope } = reply;
          post({ id, result: envelope.content ? envelope : { structuredContent: envelope, content: [{ type: 'text', text: JSON.stringify(envelope) }], isError: !success } });
        } catch (error) {
          post({ id, error: { code: -32603, message: error.message } });
        }
      } else if (id !== undefined && method) post({ id, error: { code: -32601, message: 'Unknown method.' } });
    };
    addEventListener('message', listen);
    return notify;
  };
  const showView = (input, envelope) => {
    const isWhole = envelope.content !== undefined || envelope.structuredContent !== undefined;
    const result = isWhole ? envelope : { structuredContent: envelope, content: [{ type: 'text', text: JSON.stringify(envelope) }], ...(envelope.success === false && { isError: true }) };
    const frame = el('iframe', { title: 'View of ' + open.name, sandbox: 'allow-scripts', src: open.view });
    const dark = el('input', { type: 'checkbox', checked: matchMedia('(prefers-color-scheme: dark)').matches });
    const narrow = el('input', { type: 'checkbox' });
    const context = () => ({ theme: dark.checked ? 'dark' : 'light', displayMode: 'inline', locale: navigator.language });
    const notify = talk(frame, context, input, result);
    dark.onchange = () => notify('host-context-changed', context());
    narrow.onchange = () => { frame.style.width = narrow.checked ? '420px' : '100%'; };
    find('view').replaceChildren(el('h3', { textContent: 'View, as a host draws it' }),
      el('div', { className: 'row' }, el('label', {}, dark, ' Dark'), el('label', {}, narrow, ' 420 px wide')), frame);
  };
`;
