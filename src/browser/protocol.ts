// The JavaScript API of the Fractal protocol, by its own names.
import type { VirtualFile } from './files.ts'
import { type BrowserOptions, packFiles } from './pack.ts'

/** The configuration of the protocol's API: each call gives a new one. */
export class EncoderConfig {
  private constructor(readonly options: BrowserOptions) {}

  static new(): EncoderConfig {
    return new EncoderConfig({})
  }

  with_format(format: string): EncoderConfig {
    return new EncoderConfig({ ...this.options, format })
  }

  with_frozen(frozen: boolean): EncoderConfig {
    return new EncoderConfig({ ...this.options, frozen })
  }

  with_budget(budget: string): EncoderConfig {
    return new EncoderConfig({ ...this.options, budget })
  }

  with_loader(load: (asset: string) => Promise<Uint8Array>): EncoderConfig {
    return new EncoderConfig({ ...this.options, load })
  }
}

/** The engine of the protocol's API. */
export class ContextEngine {
  private constructor(private readonly options: BrowserOptions) {}

  static with_config(config: EncoderConfig): ContextEngine {
    return new ContextEngine(config.options)
  }

  /** The context of these files as text. */
  async serialize_files(files: readonly VirtualFile[]): Promise<string> {
    return (await packFiles(files, this.options)).parts.join('')
  }
}
