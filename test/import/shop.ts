/** A small service as its vendor describes it: one case of most rules of the importer. */
export const SHOP = `openapi: 3.0.3
info:
  title: Book Shop API
  version: 2024-01
  description: "<p>Sells <b>books</b>.</p> See [the guide](https://shop.example/docs)."
servers:
  - url: https://{region}.shop.example/v1
    variables: { region: { default: eu, enum: [eu, us], description: Region of the shop. } }
security: [{ token: [] }]
tags: [{ name: books }]
paths:
  /books:
    get:
      operationId: books/list
      tags: [books]
      summary: List books
      description: |
        Lists the books of the shop. See [paging](https://shop.example/paging).

        A second paragraph that no model needs.
      parameters:
        - { name: q, in: query, description: Words of the title., schema: { type: string } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: "filter[price]", in: query, style: deepObject, schema: { type: object, properties: { max: { type: integer } } } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 20 } }
        - { name: X-Shop-Version, in: header, required: true, schema: { type: string, enum: ["2024-01"] } }
      responses:
        "200":
          description: Books.
          content:
            application/json:
              schema:
                type: object
                properties:
                  data: { type: array, items: { $ref: "#/components/schemas/Book" } }
                  next_cursor: { type: string }
                  total: { type: integer }
        "422": { description: The filter names a field that books do not have., content: { application/json: { schema: { type: object, properties: { message: { type: string } } } } } }
    post:
      operationId: books/create
      tags: [books]
      summary: Create a book
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title, kind, id]
              properties:
                id: { type: string, readOnly: true }
                kind: { type: string, enum: [book] }
                title: { type: string, minLength: 1 }
                price: { type: number, minimum: 0, exclusiveMinimum: true }
                subtitle: { type: string, nullable: true }
                state: { type: string, enum: [draft, "", sold], default: draft }
                series: { $ref: "#/components/schemas/Series" }
      responses: { "201": { description: Created. } }
  /books/{book-id}:
    parameters: [{ name: book-id, in: path, required: true, schema: { type: string } }]
    get:
      tags: [books]
      responses: { "200": { description: One book., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
    delete:
      operationId: books/delete
      tags: [books]
      summary: Delete a book
      responses: { "204": { description: Gone. } }
  /books/{book-id}/cover:
    put:
      operationId: books/upload-cover
      tags: [books]
      summary: Upload the cover of a book
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, format: binary }, note: { type: string } } } } } }
      responses: { "200": { description: Done. } }
    get:
      operationId: books/get-cover
      tags: [books]
      summary: Get the cover of a book
      responses: { "200": { description: An image., content: { image/png: {} } } }
  /orders/search:
    post:
      operationId: searchOrders
      tags: [orders]
      summary: Search orders
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { customer: { type: string }, states: { type: array, items: { type: string } } } } } } }
      responses: { "200": { description: Orders., content: { text/csv: { schema: { type: string } } } } }
  /orders/stream:
    get:
      operationId: streamOrders
      tags: [orders]
      responses: { "200": { description: Events., content: { text/event-stream: {} } } }
  /old:
    get: { operationId: old, deprecated: true, responses: {} }
  /internal:
    get: { operationId: internal, x-mcp: false, responses: {} }
components:
  securitySchemes: { token: { type: http, scheme: bearer, description: Made under Settings of the account. } }
  schemas:
    Book:
      type: object
      required: [id]
      properties: { id: { type: string }, title: { type: string }, price: { type: number }, state: { type: string } }
    Series:
      type: object
      properties:
        name: { type: string }
        parent: { $ref: "#/components/schemas/Series" }
`;
