#undef assert
