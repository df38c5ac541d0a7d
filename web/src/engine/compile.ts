// Compiles WebAssembly while it is downloaded.

export async function compile(address: URL): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch (error) {
    // Some static hosts send .wasm with another media type, which streaming rejects.
    if (!(error instanceof TypeError)) throw error;
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
}
