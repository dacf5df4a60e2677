// What goes between the studio's server and its pages: plain data, page by page. The pages import these types and nothing else of the server. The catalogue's are in `contract/catalog.ts`.
export type { Ask, Reply, Wrong, Ran, Problem, About } from './contract/asking.ts'
export type { Decided, Whole, PlanView, PlanFiles, NextPick, Unmet, WhyView, RaiseView, MissingView, AbsentView, BlockView, SignalView } from './contract/context.ts'
export type { PreviewView, Hit, PreviewIndex, PreviewFile, Gap, ZoomAnswer, PlaceView } from './contract/preview.ts'
export type { Difference, CompareView, SideView, CompareFiles, SavingView, CompareFile } from './contract/compare.ts'
export type { MemoryView, LessonView, LearnedFile, SessionRow, SessionStanding, PackView } from './contract/memory.ts'
