#include "rules/native.h"

/// A game that was built for another version of the program. Nothing of it can be called.
extern "C" [[gnu::visibility("default")]] const fairdeal::rules::NativeEntry fairdeal_native_module;
const fairdeal::rules::NativeEntry fairdeal_native_module{
    fairdeal::rules::kNativeInterface, "0.0.9", fairdeal::rules::native_layout(), nullptr};
