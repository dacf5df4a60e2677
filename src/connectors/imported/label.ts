/** Catalogues that were exported elsewhere. Nothing is taken for one by its name: `fovea catalog import` registers it. */
export const importedLabel = { type: 'imported', title: 'Catalogue exported elsewhere (fovea catalog import)', claims: (): boolean => false }
