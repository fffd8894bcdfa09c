/* Random bytes for programs that run under a Wine older than 9, which has no bcryptprimitives.dll. Rust's library asks for
   them by this name. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    return RtlGenRandom(bytes, (ULONG)count);
}
