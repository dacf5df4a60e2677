// A part's own style sheet is imported by the part.
declare module '*.css'
