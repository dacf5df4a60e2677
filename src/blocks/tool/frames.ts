// The frames of stack traces, of any language.

/** A frame: where the program was. */
const FRAME = /^\s*(?:at .+(?::\d+|native\)|<anonymous>\)?|\(.*\))\s*$|File ".+", line \d+|\S+\.(?:go|rb|php|rs):\d+|from .+:\d+:in |#\d+ +(?:0x[0-9a-f]+ +in )?\S|\d+: +(?:0x[0-9a-f]+ - )?[\w:<>]|❯ \S+ ?\S*:\d+:\d+|\.\.\. \d+ more)/
/** Code that the reader did not write. */
const FOREIGN = /node_modules|node:|internal\/|site-packages|dist-packages|\/usr\/lib|lib\/python|\/\.cargo\/|\/rustc\/|rust(?:c|up)|core::|std::|\/go\/pkg\/|\/usr\/local\/go\/|runtime\.|java\.|javax\.|sun\.|jdk\.|org\.junit|org\.springframework|kotlin\.|scala\.|vendor\/|\/gems\/|<frozen |processTicksAndRejections|\[as |\.\.\. \d+ more/

/** 2 for a frame of one's own code, 1 for one of a library, 0 for no frame. */
export function frameOf(line: string): 0 | 1 | 2 {
  const start = line.slice(0, 300)
  if (!FRAME.test(start)) return 0
  return FOREIGN.test(start) ? 1 : 2
}
