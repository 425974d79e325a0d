/** What only version 2.0 says in its own way, and nothing that version 3 cannot say. */
export const SWAGGER = {
  swagger: '2.0',
  info: { title: 'Book Shop', version: '1', description: 'Sells books.' },
  host: 'shop.example',
  basePath: '/v1',
  schemes: ['http', 'https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  security: [{ login: [] }],
  securityDefinitions: {
    login: { type: 'basic' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    app: { type: 'oauth2', flow: 'application', tokenUrl: 'https://shop.example/token', scopes: { read: 'Reads.' } },
  },
  parameters: { page: { name: 'page', in: 'query', type: 'integer', minimum: 1 } },
  definitions: {
    Book: {
      type: 'object',
      required: ['title'],
      properties: {
        id: { type: 'string', readOnly: true },
        title: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
      },
    },
  },
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          { $ref: '#/parameters/page' },
          { name: 'ids', in: 'query', type: 'array', items: { type: 'string' } },
          {
            name: 'states',
            in: 'query',
            type: 'array',
            items: { type: 'string', enum: ['new', 'old'] },
            collectionFormat: 'multi',
          },
          { name: 'sizes', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat: 'pipes' },
          { name: 'X-Trace', in: 'header', type: 'string' },
        ],
        responses: { 200: { description: 'Books.', schema: { type: 'array', items: { $ref: '#/definitions/Book' } } } },
      },
      post: {
        operationId: 'createBook',
        security: [{ key: [] }],
        parameters: [{ name: 'book', in: 'body', required: true, schema: { $ref: '#/definitions/Book' } }],
        responses: { 201: { description: 'Made.', schema: { $ref: '#/definitions/Book' } } },
      },
    },
    '/books/{id}/cover': {
      put: {
        operationId: 'uploadCover',
        consumes: ['multipart/form-data'],
        parameters: [
          { name: 'id', in: 'path', required: true, type: 'string' },
          { name: 'file', in: 'formData', required: true, type: 'file' },
          { name: 'note', in: 'formData', type: 'string', maxLength: 20 },
        ],
        responses: { 204: { description: 'Done.' } },
      },
      get: {
        operationId: 'getCover',
        produces: ['image/png'],
        parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
        responses: { 200: { description: 'Image.', schema: { type: 'file' } } },
      },
    },
    '/orders': {
      post: {
        operationId: 'createOrder',
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [
          { name: 'book', in: 'formData', required: true, type: 'string' },
          { name: 'count', in: 'formData', type: 'integer', minimum: 1 },
        ],
        responses: { 200: { description: 'Order.' } },
      },
    },
  },
};
