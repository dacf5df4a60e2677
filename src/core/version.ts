/** The version of Fovea. A test keeps it equal to package.json, because a pure room cannot read a file. */
export const VERSION = '0.1.0'
