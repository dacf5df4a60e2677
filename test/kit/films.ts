/** A small API of our own: one endpoint needs what another gives, one is about something else. */
export const FILMS = JSON.stringify({
  openapi: '3.0.3', info: { title: 'Films', version: '1' }, servers: [{ url: 'https://films.example' }],
  paths: {
    '/search/movie': { get: { operationId: 'searchMovies', summary: 'Search movies by title', parameters: [{ name: 'query', in: 'query', required: true, schema: { type: 'string' } }], responses: answer({ id: { type: 'integer' }, title: { type: 'string' } }) } },
    '/movie/{movie_id}/credits': { get: { operationId: 'movieCredits', summary: 'Cast and crew of a movie', parameters: [{ name: 'movie_id', in: 'path', required: true, schema: { type: 'integer' } }], responses: answer({ cast: { type: 'array', items: { type: 'string' } } }) } },
    '/weather': { get: { operationId: 'weather', summary: 'Rain and wind of tomorrow', responses: answer({ rain: { type: 'number' } }) } },
  },
})

function answer(properties: object): object {
  return { 200: { description: 'it', content: { 'application/json': { schema: { type: 'object', properties } } } } }
}
