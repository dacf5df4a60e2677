/** How the names of files begin that we write before they take the place of others. They are never part of a context: one may have been left behind. */
export const DRAFT = '.fovea-draft-'
