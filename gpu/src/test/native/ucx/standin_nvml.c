/* A stand-in for NVIDIA's management library that knows of nothing. */
#include <nvml.h>

nvmlReturn_t nvmlInit(void) { return NVML_SUCCESS; }

nvmlReturn_t nvmlInit_v2(void) { return NVML_SUCCESS; }

nvmlReturn_t nvmlShutdown(void) { return NVML_SUCCESS; }

const char *nvmlErrorString(nvmlReturn_t result) {
  return result == NVML_SUCCESS ? "no error" : "not supported";
}

nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device) {
  *device = (nvmlDevice_t) (size_t) (index + 1);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t device, int count, nvmlFieldValue_t *values) {
  (void) device;
  for (int i = 0; i < count; i++) values[i].nvmlReturn = NVML_ERROR_NOT_SUPPORTED;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo(
    nvmlDevice_t device, unsigned link, nvmlPciInfo_t *pci) {
  (void) device;
  (void) link;
  (void) pci;
  return NVML_ERROR_NOT_SUPPORTED;
}
